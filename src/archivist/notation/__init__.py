"""Ways of writing things down: saves, replays, narration, deck lists, card sheets, and the pages made from the code."""
