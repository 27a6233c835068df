# ruff: noqa: SIM905 - word lists are easier to read and sort as text
"""What LaTeX commands stand for: the tables that `latex` reads.

Only commands met in titles and abstracts; an unknown one keeps its argument, or stays as it is.
"""

EMPHASIS = frozenset(
    "textbf textit emph underline textsl textsc texttt textsf uline ul bm boldsymbol mathbf "
    "tsc hl".split()
)
"""Commands whose argument is kept and marked as emphasised."""

KEEP = EMPHASIS | frozenset(
    "textrm textnormal text textup textmd mathrm mathcal mathsf mathbb mathtt mathfrak mathit "
    "mathscr mathnormal operatorname mbox hbox ensuremath textsuperscript textsubscript smash "
    "mathop mathbin mathrel mathord boxed cancel sout phantom uppercase lowercase url nolinkurl "
    "path overline bar hat tilde widetilde widehat vec dot ddot check breve overrightarrow "
    "underbrace overbrace mathring acute grave".split()
)
"""Commands whose argument is kept as it is."""

DROP = frozenset(
    "cite citep citet citealp citealt citeauthor citeyear citeyearpar parencite textcite autocite "
    "ref eqref autoref cref Cref pageref nameref label footnote footnotetext footnotemark thanks "
    "vspace hspace includegraphics index todo bibliography bibliographystyle begin end tag input "
    "pagestyle thispagestyle color setlength".split()
)
"""Commands dropped with their argument (begin and end keep what stands between them)."""

CITES = frozenset(name for name in DROP if "cit" in name or name.startswith("footnote"))
"""Dropped commands that take the space before them along ("Foo \\cite{x}." gives "Foo.")."""

SECOND = frozenset(
    "href textcolor colorbox hyperlink scalebox raisebox stackrel overset underset parbox "
    "hypertarget resizebox".split()
)
"""Commands of two arguments that keep the second."""

FRACTIONS = frozenset("frac tfrac dfrac cfrac nicefrac sfrac".split())

DECLARATIONS = frozenset("bf it em sl sc tt rm sf bfseries itshape scshape ttfamily".split())
"""`{\\bf x}`: dropped, and what follows in the group is emphasised."""

IGNORED = DECLARATIONS | frozenset(
    "cal left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr middle displaystyle textstyle "
    "scriptstyle limits nolimits noindent centering small tiny large Large footnotesize "
    "scriptsize normalsize normalfont normalcolor protect xspace sloppy nobreak relax boldmath "
    "mathchoice maketitle allowbreak smallskip medskip bigskip".split()
)
"""Commands that print nothing."""

SPACES = frozenset("quad qquad newline linebreak par space item enspace thinspace hfill".split())

WORDS = frozenset(
    "log ln lg exp min max sup inf lim arg argmin argmax sin cos tan cot sec csc sinh cosh tanh "
    "arcsin arccos arctan det dim ker deg gcd hom Pr rank tr diag poly polylog sign sgn softmax "
    "limsup liminf LaTeX TeX mod bmod Var Cov KL".split()
)
"""Operators printed by their own name."""

ABBREVIATIONS = {"eg": "e.g.", "ie": "i.e.", "etc": "etc.", "etal": "et al.", "wrt": "w.r.t."}
"""Common author macros; their own full stop is not doubled."""

_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ",
    "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "omicron": "ο", "pi": "π", "varpi": "ϖ",
    "rho": "ρ", "varrho": "ϱ", "sigma": "σ", "varsigma": "ς", "tau": "τ", "upsilon": "υ",
    "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ",
    "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ",
    "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
_OPERATORS = {
    "times": "×", "texttimes": "×", "cdot": "·", "div": "÷", "pm": "±", "mp": "∓", "ast": "*",
    "star": "⋆", "circ": "∘", "bullet": "•", "oplus": "⊕", "ominus": "⊖", "otimes": "⊗",
    "odot": "⊙", "cup": "∪", "cap": "∩", "bigcup": "⋃", "bigcap": "⋂", "wedge": "∧", "vee": "∨",
    "land": "∧", "lor": "∨", "neg": "¬", "lnot": "¬", "setminus": "∖", "sum": "∑", "prod": "∏",
    "int": "∫", "partial": "∂", "nabla": "∇", "infty": "∞", "forall": "∀", "exists": "∃",
    "emptyset": "∅", "varnothing": "∅", "ell": "ℓ", "hbar": "ℏ", "Re": "ℜ", "Im": "ℑ",
    "aleph": "ℵ", "sqrt": "√", "prime": "′", "top": "⊤", "bot": "⊥", "perp": "⊥", "angle": "∠",
    "triangle": "△", "square": "□", "Box": "□", "blacksquare": "■", "diamond": "⋄",
    "dagger": "†", "ddagger": "‡", "dag": "†", "ddag": "‡", "S": "§", "P": "¶",
}  # fmt: skip
_RELATIONS = {
    "leq": "≤", "le": "≤", "leqslant": "≤", "geq": "≥", "ge": "≥", "geqslant": "≥", "neq": "≠",
    "ne": "≠", "ll": "≪", "gg": "≫", "approx": "≈", "sim": "∼", "simeq": "≃", "cong": "≅",
    "equiv": "≡", "propto": "∝", "asymp": "≍", "prec": "≺", "succ": "≻", "preceq": "⪯",
    "succeq": "⪰", "lesssim": "≲", "gtrsim": "≳", "in": "∈", "notin": "∉", "ni": "∋",
    "subset": "⊂", "supset": "⊃", "subseteq": "⊆", "supseteq": "⊇", "subsetneq": "⊊",
    "mid": "|", "nmid": "∤", "parallel": "∥", "models": "⊨", "vdash": "⊢", "coloneqq": "≔",
    "triangleq": "≜", "lt": "<", "gt": ">",
}  # fmt: skip
_ARROWS = {
    "to": "→", "rightarrow": "→", "leftarrow": "←", "gets": "←", "leftrightarrow": "↔",
    "Rightarrow": "⇒", "Leftarrow": "⇐", "Leftrightarrow": "⇔", "iff": "⇔", "implies": "⇒",
    "mapsto": "↦", "uparrow": "↑", "downarrow": "↓", "updownarrow": "↕", "longrightarrow": "⟶",
    "longleftarrow": "⟵", "longmapsto": "⟼", "hookrightarrow": "↪", "rightleftharpoons": "⇌",
    "nearrow": "↗", "searrow": "↘", "leadsto": "⇝",
}  # fmt: skip
_DELIMITERS = {
    "langle": "⟨", "rangle": "⟩", "lceil": "⌈", "rceil": "⌉", "lfloor": "⌊", "rfloor": "⌋",
    "lVert": "‖", "rVert": "‖", "Vert": "‖", "vert": "|", "lvert": "|", "rvert": "|",
    "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]", "backslash": "\\",
    "textbackslash": "\\", "reals": "R",
}  # fmt: skip
_TEXT = {
    "ldots": "…", "dots": "…", "cdots": "⋯", "textellipsis": "…", "vdots": "⋮", "dotsc": "…",
    "textemdash": "—", "textendash": "–", "textasciitilde": "~", "textunderscore": "_",
    "textasciicircum": "^", "textperthousand": "‰", "textdegree": "°", "degree": "°",
    "textregistered": "®", "textcopyright": "©", "copyright": "©", "texttrademark": "™",
    "textquoteright": "’", "textquoteleft": "‘", "textquotedblleft": "“",
    "textquotedblright": "”", "textbar": "|", "textless": "<", "textgreater": ">",
    "textbullet": "•", "textdollar": "$", "textmu": "µ", "texteuro": "€", "euro": "€",
    "pounds": "£", "checkmark": "✓", "cmark": "✓", "xmark": "✗", "ss": "ß", "o": "ø", "O": "Ø",
    "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å",
    "i": "ı", "j": "ȷ", "dh": "ð", "th": "þ", "dj": "đ", "DJ": "Đ", "slash": "/",
}  # fmt: skip

SYMBOLS = _GREEK | _OPERATORS | _RELATIONS | _ARROWS | _DELIMITERS | _TEXT
"""Commands that print one character."""

LETTERS = frozenset("ss o O ae AE oe OE l L aa AA i j dh th dj DJ".split())
"""Symbols that are letters of a word, so that the space after them is not printed."""

ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328",
    "r": "\u030a", "b": "\u0331", "d": "\u0323",
}  # fmt: skip
MATH_ACCENTS = {
    "tilde": "\u0303", "widetilde": "\u0303", "hat": "\u0302", "widehat": "\u0302",
    "bar": "\u0304", "overline": "\u0304", "dot": "\u0307", "ddot": "\u0308", "check": "\u030c",
    "breve": "\u0306", "acute": "\u0301", "grave": "\u0300", "vec": "\u20d7",
}  # fmt: skip
