"""The rulebook, a module a chapter. Every function cites the clause it carries out."""
