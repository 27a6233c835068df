"""What `clean` makes of markup, one claim a test."""

import pytest

from kg.text import clean


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("**Bi**-directional **Lo**w-**R**ank", "Bi-directional Low-Rank"),
        ("attr**i**bution and ***both***", "attribution and both"),
        ("R$^2$PS, PD$^{2}$GS, $k$-NN, LoRA$^+$", "R2PS, PD2GS, k-NN, LoRA+"),
        (r"$\textbf{R$^{2}$PS}$", "R2PS"),
        (r"G\"odel", "Gödel"),
    ],
)
def test_markup_is_dropped_and_its_content_kept(raw: str, text: str) -> None:
    assert clean(raw).text == text
