"""What `clean` makes of markup, one kind a test."""

import pytest

from kg.text import clean


def check(raw: str, text: str) -> None:
    assert clean(raw).text == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("**bold**, *italic*, _sole_, __bold__, ***both***", "bold, italic, sole, bold, both"),
        ("**Bi**-directional **Lo**w-**R**ank", "Bi-directional Low-Rank"),
        ("***M**otivation-**e**nhanced **T**uning*", "Motivation-enhanced Tuning"),
        ("attr**i**bution and attr*i*bution", "attribution and attribution"),
        ("**(1) Speed.**Then `code`", "(1) Speed.Then code"),
        ("[label](https://a.org/b_c_d) and <https://a.org>", "label and https://a.org"),
        ("# Heading\nText:\n- one\n- two", "Heading Text: one two"),
        (r"a\_b \*literal\*", "a_b *literal*"),
    ],
)
def test_markdown_goes_and_its_content_stays(raw: str, text: str) -> None:
    check(raw, text)


@pytest.mark.parametrize(
    "text",
    [
        "snake_case_name and x_i",
        "2 * 3 * 4 and 2*3*4",
        "A*, D*-Lite and C*-algebra with A* again",
        "a lone * and an **open marker",
        "Bi**-directional",
        "https://a.org/_x_/y_z",
        "[CLS] (x) f[0](y)",
        "C# and #1",
    ],
)
def test_what_only_looks_like_markdown_stays(text: str) -> None:
    check(text, text)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"\textbf{A} \textit{b \emph{c}} {\bf d}", "A b c d"),
        (r"$8.7\times$ on $\alpha$-DPO, $\epsilon \leq 1$", "8.7× on α-DPO, ε ≤ 1"),
        (r"R$^2$PS, PD$^{2}$GS, LoRA$^+$, H$_2$O", "R2PS, PD2GS, LoRA+, H2O"),
        (r"$\textbf{R$^{2}$PS}$ and $\textbf{DA}$$^{2}$", "R2PS and DA2"),
        (r"$k$-NN, $L_{\max}$, $O(n^2)$, $10^{-5}$", "k-NN, L_max, O(n^2), 10^-5"),
        (r"$\tilde{\mathcal{O}}(n\log n)$", "\u00d5(n log n)"),
        (r"$\frac{a+b}{c}$ and $n^{1-1/p}$", "(a+b)/c and n^(1-1/p)"),
        (
            r"$\pi_{0.5}$ takes $<$10ms or $2 d_h$, not $4 d_h$",
            "π_0.5 takes <10ms or 2 d_h, not 4 d_h",
        ),
        (r"\(x\) and \[y = z\]", "x and y = z"),
        (r"5\% \& \_ \$ \# \{ \}", "5% & _ $ # { }"),
        (r"\'e \"{o} \c{c} \~n \v{s} G\"odel Erd{\H{o}}s \L{}odz", "é ö ç ñ š Gödel Erdős Łodz"),
        (r"as shown~\cite[p. 3]{a,b}, in Figure~1\footnote{x}.", "as shown, in Figure 1."),
        (r"\url{http://a.b/c\_d} \href{http://u}{L} \textcolor{red}{t}", "http://a.b/c_d L t"),
        ("``quoted'' and `so'", "“quoted” and ‘so’"),
        (r"\ours{} and \method, {\name}", r"\ours and \method, \name"),
        (r"\unknowncommand{kept}", "kept"),
        (r"one\\two \\textbf{x}", "one two x"),
        ("{BERT} over {-1, 1}", "BERT over {-1, 1}"),
    ],
)
def test_latex_goes_and_its_content_stays(raw: str, text: str) -> None:
    check(raw, text)


@pytest.mark.parametrize(
    "text",
    [
        "from $5 million to $10 million",
        "costs $5-$10 or $3",
        "~5% and 3~5 times",
        r"\textbf{never closed",
        "n^2 and x_i",
    ],
)
def test_what_only_looks_like_latex_stays(text: str) -> None:
    check(text, text)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("&amp;amp; &lt;1% &#39;x&#39; &quot;y&quot;&nbsp;z", "& <1% 'x' \"y\" z"),
        ("<jats:p>A <b>b</b>c<br/>H<sub>2</sub>O</jats:p>", "A bc H2O"),
        ("a < b and c > d, <1%, <think>, </s>", "a < b and c > d, <1%, <think>, </s>"),
        ("a<b>c", "a<b>c"),
    ],
)
def test_known_tags_and_entities_are_resolved(raw: str, text: str) -> None:
    check(raw, text)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("ﬁne-tuning", "fine-tuning"),
        ("\x1b[31mred\x1b[0m \x00x", "red x"),
        ("\ufeffin\u00advestigate\u200b", "investigate"),
        ("  a\u00a0b\t\n c  ", "a b c"),
        ("e\u0301 x\u0302", "é x\u0302"),
        ("MÃ¶bius â€™ CAFÉ”", "Möbius ’ CAFÉ”"),
        ("a\ud800b", "a\ufffdb"),
        ("“x” – y\u2011z", "“x” – y\u2011z"),
    ],
)
def test_characters_are_repaired(raw: str, text: str) -> None:
    check(raw, text)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("effi-\nciency", "efficiency"),
        ("state-of-\nthe-art", "state-of-the-art"),
        ("Low-\nRank", "Low-Rank"),
        ("self-\nsupervised", "self-supervised"),
        ("param-\neters", "parameters"),
        ("co-\ndesign, codesign", "codesign, codesign"),
        ("un\x02able and cost\x02effective", "unable and cost-effective"),
    ],
)
def test_a_word_broken_over_lines_is_joined_by_the_stated_rule(raw: str, text: str) -> None:
    check(raw, text)


def test_marks_are_the_emphasised_spans() -> None:
    result = clean(r"**Bi**-directional $\textbf{L}$ow \underline{R}ank <b>A</b> (**Bi-LoRA**)")
    marked = [result.text[c0:c1] for c0, c1 in result.marks]
    assert marked == ["Bi", "L", "R", "A", "Bi-LoRA"]
