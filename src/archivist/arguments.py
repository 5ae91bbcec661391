"""What callers pass in is looked at first: a wrong type, or a number out of range, is a typed error before anything happens."""

from __future__ import annotations

from archivist.model.errors import AnswerError, ArchivistError, shown


def whole(
    value: object,
    what: str,
    *,
    least: int | None = None,
    most: int | None = None,
    error: type[ArchivistError] = AnswerError,
) -> None:
    """Raises an error unless the value is a whole number, no truth value, of that range."""
    if type(value) is not int:
        raise error(f"{what} must be a whole number, not {shown(value)}")
    if (least is not None and value < least) or (most is not None and value > most):
        wanted = f"at least {least}" if most is None else f"from {least} to {most}"
        raise error(f"{what} must be {wanted}, not {shown(value)}")


def truth(value: object, what: str, error: type[ArchivistError] = AnswerError) -> None:
    """Raises an error unless the value is True or False."""
    if type(value) is not bool:
        raise error(f"{what} must be True or False, not {shown(value)}")


def kind_of(value: object, kind: type | tuple[type, ...], what: str, error: type[ArchivistError] = AnswerError) -> None:
    """Raises an error unless the value is of one of the types; `what` says what it must be."""
    if not isinstance(value, kind):
        raise error(f"{what}, not {shown(value)}")
