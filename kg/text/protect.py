"""Characters that one pass has found to be literal, hidden from the passes after it.

`\\*` is an asterisk, never a Markdown marker. Between passes such characters are held as Unicode
noncharacters (U+FDD0 to U+FDEF, which no text may interchange) and set back at the end.
"""

LITERALS = "*_`[]()#$\\{}~^+-<>&%|!'\"./"
_HIDE = {ord(char): 0xFDD0 + k for k, char in enumerate(LITERALS)}
_SHOW = {code: char for char, code in _HIDE.items()}


def hide(text: str) -> str:
    """The text with characters that markup could claim replaced by stand-ins, one for one."""
    return text.translate(_HIDE)


def show(text: str) -> str:
    """The text with stand-ins set back, one for one."""
    return text.translate(_SHOW)
