"""Values: everything the rules can see, as frozen structs in one state that is copied shallowly."""
