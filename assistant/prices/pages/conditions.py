"""The one table of what makes an amount something other than what a buyer of one new, available piece pays today.

Each condition is read in three places: the words before an amount and after it, on its line; and, where a line has no
amount, words of the main price block that speak of the whole offer ("Condition: used"). All patterns meet folded text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Role = Literal[
    "plain", "was", "saving", "from", "part", "delivery", "net", "some", "several", "used", "regular", "deposit",
    "hire", "bid", "selling", "gone", "other", "converted", "all",
]  # fmt: skip
Label = Role | Literal["now", "gross"]

TAX = r"(?:\d+\s*%\s*)?(?:vat|tax|mwst|ust|btw|tva|iva|gst)\b"
NET = (
    rf"(?:\+|plus|excl?|exc|excludes?|excluding|ex|without|before|net of|zzgl|exkl|ohne)\.?\s*(?:of )?{TAX}"
    r"|(?:vat|tax)[- ]free\b"
    r"|nett?o?\b(?! ?(?:weight|wt\b))|hors taxes?\b|ht\b"
)
GROSS = rf"(?:incl?|includes|including|inkl)\.?\s*{TAX}|ttc\b"
_CARD = (
    r"(?<!non-)(?<!non )members?(?:hip)?|club ?card|nectar|prime|subscribe(?: (?:&|and) save)?|subscribers?|"
    r"subscription|students?|teachers?|schools (?:&|and) nurseries|nhs|voucher|coupon|"
    r"(?:promo|discount|with|using|enter|use) code|trade(?![- ]in)|loyalty|"
    r"\w*rewards?(?! points)|app|staff|unidays|\w+ club(?! ?card)|cash ?back|rebate|(?:gift|store) ?card|"
    r"\w+ ?card(?= price)|insiders?|vip"
)
_USED = (
    r"(?:pre|previously)[- ]?(?:owned|loved)|play-?wear\b|sold as seen\b|near mint\b|handling marks\b|"
    r"(?:is|are) (?:cracked|chipped|faded|scratched|torn|missing|absent|broken)\b|slight(?:ly)? fad(?:ing|ed)\b|"
    r"came back (?:to us )?from\b|(?:partly|already|part) (?:cut|built|assembled|painted|glued)\b|"
    r"incomplete\b|seal\W{1,3}(?:cut|broken|slit|opened)\b|(?:kindly |generously )?donated\b|charity shop\b|"
    r"made up (?:by|once|and)|\d+ of \d+ (?:pieces|there|present)\b|"
    r"(?:corner|edge|lid|box)s? (?:are |is |was )?taped\b|"
    r"second-?\s?hand|2nd hand|refurb\w*|renewed|open(?:ed)?[- ]box|ex[- ](?:display|demo\w*|"
    r"rental|hire)|(?:was|been) on (?:show|display)|shop[- ]?soiled|(?:like|as|nearly) new\b|damaged|flaw(?:s|ed)?\b|"
    r"grade [a-d]\b|b[- ](?:stock|ware|grade)\b|(?:graded|factory) seconds?|"
    r"(?:returned (?:item|stock)|customer returns?)\b|"
    r"warehouse deal|(?:some|light|minor|signs of|shelf) wear\b|tatty|opened but\b|played with condition|"
    r"(?:without|no|missing) (?:(?:its|the|original|outer|retail) )*(?:box|packaging)\b|"
    r"(?:box|carton|packag(?:e|ing)|lid|seal) (?:(?:has been|is|was|slightly) )*(?:opened|crushed|torn|dented|creased|"
    r"worn|broken)\b|"
    r"gebraucht\w*|d'occasion|usato\b|segunda mano|tweedehands"
)
# Whose price an amount is, or when: of "guide price", "club price", "case price" none is what everybody pays now.
_PLAIN_PRICE = (
    r"our|the|your|sale|special|offer|deal|current|web|online|internet|shop|store|today'?s?|now|low|great|best|new|total|"
    r"final|full|regular|retail|rrp|list|clearance|promo|promotional|reduced|discounted|everyday|standard|normal|usual|was|"
    r"old|previous|original|rollback|friday|bargain|item|product|selling|purchase|buy|cash|gbp|vat|tax|in|and|or|for|of|"
    r"market|recommended|this|a|is|discount|value|outlet|winter|summer|spring|autumn|christmas|wow|hot|super|unit|per"
)
# What is sold by a toy's name and is not the toy: a part of it, a file, one of many by chance, a copy.
_PART = (
    r"\b(?:instructions?|manuals?|booklets?|leaflets?|box(?:es)?|tins?|packaging|figures?|minifigures?|parts?|pieces?|"
    r"stickers?|decals?|stands?|cases?|accessor(?:y|ies)|tyres?|wheels?|clothes|outfit|track|base|paper)\W* only\b|"
    r"\bonly (?:the |an? )?(?:instructions?|manual|booklet|empty|box|packaging)\b|\bempty (?:box|tin|packet|case)\b|"
    r"^\W*(?:original |printed |paper )*(?:building )?(?:instructions?|manuals?)(?:,| for\b| booklets?\b)|"
    r"\breplacement (?!policy|guarantee|warranty|or\b|if\b|within\b|is\b|will\b)\w+|^\W*spares?\b|"
    r"\bspare parts?\b(?! (?:are )?available)|\brefills?\b|"
    r"^\W*part\W*:|\bbeen (?:taken out|removed)\b|\byou(?:'ll| will)? (?:also )?need the\b|"
    r"\bupgrade (?:pack|kit|set|part|cell)s?\b|\bmade (?:by us )?to (?:suit|fit)\b"
)
_FILE = (
    r"\bprint(?:able|[- ]at[- ]home| and (?:cut|play)| (?:it|them) (?:out|yourself|at home))\b|"
    r"\b(?:buy|instant|digital|pdf|file) downloads?\b|\bdownload(?:able)? (?:file|pdf|code|link|and print)\b|"
    r"\bdigital (?:file|copy|code|edition|item|product|version|pattern)\b|\b(?:pdf|stl|svg|eps)s?\b|"
    r"\b(?:redeem|activation) codes?\b|\bcodes? (?:is |are |will be )?(?:emailed|sent by e?-?mail)"
)
_BY_CHANCE = (
    r"\b(?:chosen|picked|sent|selected|supplied|sold|packed) (?:completely |entirely )?(?:at )?random(?:ly)?\b|"
    r"\b(?:at|one) random\b|\brandom(?:ly)? (?:selected|chosen|picked|sent|figure|design|colour|style|one|bag|item)\b|"
    r"\bmystery (?:bag|box|pack|item|figure)\b|\bblind (?:bag|box|pack)\b|\blucky dip\b|\bpot luck\b|"
    r"\b(?:can ?not|can't|(?:not |un)able to) (?:choose|pick|guarantee|request|specify) (?:a |the |which |any )|"
    r"\bnot able to take requests\b|\b(?:design|colou?r|style|one) as it comes\b"
)
_COPY = (
    r"\bunofficial\b|\b(?:not|isn't) (?:an? )?(?:official|genuine|original|licensed|made by)\b|\bfan[- ](?:made|art)\b|"
    r"\b(?:not|no|nor) (?:affiliated|affiliation|endorsed|associated)\b|\bcompatible (?:bricks|replacement)\b"
)
_OTHER = "|".join((_PART, _FILE, _BY_CHANCE, _COPY))
_PERIOD = r"(?:day|night|week(?:end)?|month|mth|mo|monat|mois|mese|mes)"
_PER = r"(?:/|per|a|an|p\.?|pro|je|x \d+)"


@dataclass(frozen=True, slots=True)
class Condition:
    """One kind of amount: what readers take it for, and the words for it before, after, and away from an amount.

    `after` begins where the amount ends; `behind` may stand anywhere behind the last amount of a line; `around` has "¤"
    for the amount.
    """

    role: Label
    meaning: str
    before: str = ""
    after: str = ""
    behind: str = ""
    around: str = ""
    anywhere: str = ""


# Where two patterns fit after an amount, the first of the table counts; before it, the nearest.
CONDITIONS = (
    Condition("now", "", before=r"now|(?:sale|our|special|deal|current) price|today|price now|jetzt|nur|maintenant|ora|"
              r"ahora"),
    Condition("all", "what everybody pays",
              before=r"(?:everyone|everybody) else(?: pays)?|non-?members?(?: pay)?|(?<!paid )(?:or )?(?:pay )?in full|"
              r"without (?:an? |the |any )?(?:code|card|voucher|trade[- ]in|membership|club)|"
              r"(?:bought|sold) on its own|one-off purchase|you pay(?: today)?|total to pay",
              after=r"\s*(?:everyone|everybody) else\b(?!\W*[£$€\d])"),
    Condition("net", "a price without tax", before=NET, after=rf"[\s(-]*(?:{NET})(?!\s*:)",
              anywhere=rf"(?:prices?|shown|all) .{{0,20}}(?:{NET})|^\W*(?:{NET})\W*$|"
              rf"\b{TAX} (?:will be |is |are )?(?:added|extra|payable|not included)"),
    Condition("gross", "", before=GROSS, after=rf"[\s(-]*(?:{GROSS})(?!\s*:)"),
    Condition("several", "the price of several",
              before=r"(?:[2-9]|\d\d+) for\s*$|\b(?:pack|case|box|carton) of (?:[2-9]|\d\d+)\W*$|"
              r"\b(?:buy|any) (?:[2-9]|\d\d+)\b.{0,20}$|"
              r"(?:[2-9]|\d\d+) or more\W*$|(?:[2-9]|\d\d+)\s*\+\s*(?:units?|items?|pcs)\W*$",
              # "Ages 3+" alone says nothing of how many.
              around=r"(?:[2-9]|\d\d+)\s*(?:\+|-\s*\d+)\W*¤\s*(?:each|ea|per)\b",
              after=r"\s*(?:each,?\s)?(?:when|if) you (?:buy|put|add|order|take|choose|spend)\b|"
              r"\s*(?:each )?for (?:[2-9]|\d\d+)\b",
              anywhere=r"^\W*(?:items?|products?|results?|showing)\W+\d+\s*(?:-|–|to)\s*\d+\b|"
              r"^\W*(?:[2-9]|\d\d+) (?:products|results)(?: found)?\W*$|"
              r"\bmin(?:imum|\.)? (?:order )?(?:quantity|qty|order|of)?\W*(?:of |quantity )?\W*(?:[2-9]|1\d)"
              r"(?!\d|\.\d)|\b(?:sold|supplied|bought|ordered|packed|shipped) (?:only )?(?:in|by)(?: the)? "
              r"(?:\w+ of (?:[2-9]|\d\d)|outers?\b|cases?\b)|"
              r"\b(?:not|cannot|can't|unable to) (?:be )?split\b|"
              r"\bcase (?:quantity|size|price)\b|\bcases in stock\b|\bfull case\b|"
              r"^\W*\+ (?!vat\b|tax\b|free\b|delivery\b|p&p\b|post)[a-z]"),
    Condition("deposit", "a part payment",
              before=r"(?<!no )(?:deposit|down payment|reservation fee|booking fee)(?: of| today)?|"
              r"reserve (?:\w+ )?(?:for|with)",
              after=r"\s*(?:(?:non-?)?refundable\s)?(?:deposit(?![ -]free)|down payment|reservation fee|"
              r"booking fee|(?:today|now),|up ?front\b)",
              anywhere=r"non-?refundable|balance (?:is )?(?:due|payable)|remaining balance|"
              r"(?<!no )deposit (?:only|today|price|now|payable)|pay (?:a |your )?deposit"),
    Condition("bid", "an auction's bid", before=r"(?:current|starting|opening|winning|highest|your) bid|"
              r"(?:ticket|entry)(?: price)?|opening offer|gebot", after=r"\s*\W*\d+ bids?\b|\s*per (?:ticket|entry)\b",
              anywhere=r"\b(?:current|starting|opening|winning|highest) bid\b|\bplace (?:a |your )?bid\b|\bbid now\b|"
              r"^\W*\d+ bids?\b|\breserve (?:not )?met\b|\bauction (?:ends?|closes|lot)\b|\bprize draw\b|\braffle\b|"
              r"\btime left\b|^\W*lot (?:no\.? )?\d|\b(?:ticket|entry) price\b|\bdraw takes place\b|"
              r"^\W*enter (?:now|draw|to win|competition)"),
    Condition("hire", "a price for hire", before=r"\b(?:hire|rent(?:al)?|borrow|lease)(?: (?:it|from|for|price))?",
              after=rf"\s*{_PER}\s*(?:day|night|weekend)\b|\s*(?:hire|rental|to (?:hire|rent|borrow))\b",
              anywhere=rf"^\W*(?:book )?(?:hire|rent|borrow)\b(?! a\b)|\b(?:hire|rental|lease) (?:period|price|fee|"
              rf"cost|now)\b|\b(?:daily|weekly|weekend|{_PERIOD}) (?:hire|rental)\b|\bhire this\b|\bto rent\b|"
              r"\b(?:rent(?:ed)?|hired?|borrow(?:ed)?) (?:this|it)\b|\brent to own\b"),
    Condition("other", "the price of something other than the toy itself", anywhere=_OTHER),
    Condition("converted", "an amount worked out from other money",
              before=r"approx(?:\.|imate(?:ly)?)?|equivalent(?: to)?|equals|roughly|[~≈]\s*",
              anywhere=r"(?<!no )\b(?:customs|import (?:vat|tax|duty|duties|charges)|duty|duties)\b.{0,60}\b(?:charged|"
              r"payable|due|added|extra|collected|apply|applies|not included|excluded)\b"),
    Condition("selling", "what the shop pays", before=r"we(?:'ll)? (?:buy|pay)(?: you)?(?: for)?(?: cash| voucher)?|"
              r"trade[- ]in(?: (?:value|price|for))?(?:\W+get up to)?|you(?:'ll)? (?:get|receive)|"
              r"sell (?:yours|it|this)",
              anywhere=r"\bwe buy (?:for|this|it)\b|\bi want to sell\b|^\W*sell (?:yours|this|now)\b"),
    Condition("used", "the price of a used one", before=rf"used(?: price| from)?\s*:?\s*$|buy used|{_USED}",
              after=r"\s*\(?used\b", behind=rf"\bused\s*$|{_USED}",
              anywhere=rf"(?:^|condition\W{{0,3}}|buy |quality )\W*used\b(?! (?:by|with|for|in|as|to|on|together))|"
              rf"\b(?:{_USED})\b|\bcondition\W{{1,3}}(?!(?:is )?(?:new|brand|neu|unused|see|for)\b)\w"),
    Condition("gone", "a price of what is not to be had now",
              anywhere=r"(?<!variant )sold out\b|\bout of stock\b(?! (?:in|at|for|nearby))|\b(?:currently|temporarily) "
              r"(?:unavailable|sold)|\bno longer (?:available|sold|made|produced)\b|\b(?:back|again) in stock\b|"
              r"\b(?:e-?mail|notify|tell|alert) me\b(?! (?:of|about) (?:price|offer|deal))|"
              r"\bawaiting stock\b|\ball gone\b|"
              r"\bdiscontinued\b|\b(?:expected|due)(?: back)? (?:in stock|in|on|soon)\b|"
              r"(?<!in stock )(?<!in stock \()\bmore (?:are )?on the way\b|"
              r"\b(?:no|0|zero) (?:in )?stock\b|\bno longer stocked\b|\bnot available (?:for|to|online|in your)\b|"
              r"\brelease date\b|\bback[- ]?order|\bspecial order\b|\b(?:dispatched|delivered|ships?) in \d+ months\b|"
              r"\b(?:shop|sale|offer|deal) (?:has |is )?(?:now )?(?:closed|ended)\b|"
              r"\b(?:price|offer|sale) (?:goes live|starts|begins)\b|"
              r"\bprice is being updated\b|\b(?:don't|do not|no longer) (?:sell|stock|make) (?:this|it|these)\b|"
              r"\b(?:how about|why not|try) (?:this|these|one of these)(?: one)? instead\b|"
              r"\bwait(?:ing)? ?list\b|^\W*(?:unavailable|not available)\W*$|(?<!no )\bpre-?order|\bcoming soon\b|"
              r"\bavailable from \d|\bausverkauft\b|\bnicht (?:verfugbar|auf lager|lieferbar)\b|"
              r"\brupture de stock\b|\bepuise\b|\besaurito\b|\bagotado\b|\buitverkocht\b"),
    Condition("some", "a price for some",
              before=rf"(?<!without )(?:{_CARD})(?: (?:price|pays?|only|& save|and save|exclusive))?(?: price)?|"
              rf"(?<![\w'])(?!(?:{_PLAIN_PRICE})\b)[a-z][a-z']* price\W*$|price (?:match|without)\b.*$|"
              r"starts?(?: at)? \w+\W*$|from (?:tomorrow|\w+day)\W*$",
              after=rf"[^.\d]{{0,40}}\b(?:customers?|orders?|accounts?|members?)\b[^.\d]{{0,20}}\bonly\b|"
              r"\s*(?:with|using|via) (?!free\b|vat\b|tax\b|delivery\b|your\b|p&p\b|\d)\w+|"
              r"\s*after (?:trade[- ]in|part[- ]ex)|"
              r"[^.£$€\d]{0,60}\bcard ?holders?\b(?!\W*(?:\w+\W+){0,3}?[£$€\d])|"
              r"\s*(?:\w+ ){0,3}members?\b(?:\s*\(|(?!\W*(?:\w+\W+){0,3}?[£$€\d]))|"
              rf"\s*(?:for|with|to|using|via|in|after)\s(?:\w+ ){{0,2}}(?:{_CARD}|code)\b|[\s*]*after\s*[£€$]|"
              rf"\s*\(?(?:when|if|once) (?:you|signed|logged)\b|\s*(?:{_CARD}) (?:price|offer|only|exclusive)\b|"
              r"\s*(?:with|when|if|after|using|via) (?:any|your|every|an?(?! free))\b|"
              r"\s*(?:using|for (?:new|first|existing|a (?:\d|one|two)|\d+ (?:days?|weeks?|nights?))|"
              r"(?:\+|plus|and) \d+ points)\b",
              behind=rf"^(?!.*\b(?:earn|collect|points?|free|deliver\w*|save|off|accepted|early)\b).*\b(?:{_CARD})\b",
              anywhere=rf"\b(?:{_CARD})(?:[- ](?:only|exclusive))? (?:price|offer price|only)\b|"
              r"\b(?:price|shown|pay)\b.{0,30}\b(?:after|with|using|includes)\b.{0,30}\b(?:vouchers?|coupons?|code|"
              r"cash ?back|rebate|trade[- ]in)\b|\b(?:sign|log) in (?:to|for) (?:see|get|unlock|view)\b|"
              r"\b(?:members|(?:trade|account|business) customers)[- ]only\b|\bnon-?members can(?:not|'t)\b|"
              r"\bexclusive to members\b"),
    Condition("part", "a monthly or unit price",
              before=r"(?:instal?lments?|payments?) of|rate of|raten? (?:von|zu)|(?:monthly|weekly)(?: payments?)?|"
              r"unit price",
              after=rf"\s*(?:{_PER}\s*)?(?:\d+ )?(?:mo\b|{_PERIOD}s?\b|pm\b|pw\b)|"
              r"\s*(?:/|per|pro|je)\s*(?:\d+\s*)?(?:g|kg|100|ml|l|m|metre|unit|piece|card|sheet)\b"
              r"(?! (?:pack|bag|tub|box)\b)|"
              r"\s*x \d+(?! ?(?:cm|mm|m)\b)\b|"
              r"[^.£$€\d]{0,12}\b(?:then|followed by|plus|and)\W+(?:\d+|two|three|four|five|six)\W+(?:\w+\W+)?"
              r"(?:payments|instal?ments)\b|"
              r"\s*per (?!(?:item|set|pack|box|game|toy|order|person|reel|roll|tub)\b)[a-z]+"),
    Condition("saving", "a saving", before=r"saved?|savings?|you save|spare|discount|rabatt|economisez|earn|refund|"
              r"up to|off|spend",
              after=r"\s*(?:off|discount|rabatt|saving|back|credit)\b"),
    Condition("delivery", "a delivery charge",
              before=r"delivery|shipping|postage|p&p|orders?|over|(?:is|are|if|orders?) under|below|spend|"
              r"collect(?:ion)?|next day|express|standard|"
              r"gift ?wrap(?:ping)?\W*|versand|livraison|spedizione",
              # "£24.99 Delivery £3.99": there the word speaks of what follows.
              after=r"\s*(?:delivery|shipping|postage|p&p|versand|gift ?wrap)\b(?!\W*(?:from |is |costs? )?[£$€\d])"),
    Condition("from", "a price range", before=r"from|starting at|starts at|as low as|between|ab|a partir de|desde|"
              r"a partire da", after=r"\s*(?:-|–|—|to|bis)\s*(?:£|€|US\$|\d(?!\d{0,2}\s?%))"),
    Condition("was", "an earlier price",
              before=r"was|last sold(?: at| for)?|rrp|r\.r\.p\.|(?:^\W*|\W[\s;]*)list\W*$|list price|msrp|srp|"
              r"original(?:ly| price)?|before|"
              r"previous(?:ly| price)?|compare at|old price|usual(?:ly| price)?|statt|uvp|vorher|au lieu de|"
              r"prix conseille|antes|invece di|prezzo consigliato",
              after=r"\s*\(?(?:rrp|msrp)\b(?!\W*[£$€\d])"),
    # Shop themes say it also where nothing is reduced.
    Condition("regular", "an earlier price", before=r"regular(?: price)?|reg\."),
)  # fmt: skip
MEANING = {condition.role: condition.meaning for condition in CONDITIONS}
# An amount that the main block gives one of these is not the price, also where it stands there again without a word.
ALWAYS = frozenset({"net", "several", "deposit", "bid", "hire", "selling", "used", "some"})

_BEFORE = tuple(
    (one.role, re.compile(rf"(?:^|[^a-z])(?:{one.before})(?:[^a-z]|$)")) for one in CONDITIONS if one.before
)
_AFTER = tuple((one.role, re.compile(one.after)) for one in CONDITIONS if one.after)
_AROUND = tuple((one.role, re.compile(one.around)) for one in CONDITIONS if one.around)
_BEHIND = tuple((one.role, re.compile(one.behind)) for one in CONDITIONS if one.behind)
_ANYWHERE = tuple((one.role, re.compile(one.anywhere)) for one in CONDITIONS if one.anywhere)
# "£20.83 ex VAT £24.99 inc VAT": the words between speak of the amount before them.
_TAX_ALONE = re.compile(rf"[\s()]*(?:{NET}|{GROSS})[\s()]*")
_RANGE_END = re.compile(r"\s*(?:-|–|—|to|bis)\s*$")
_NET_ANYWHERE = re.compile(rf"(?:^|[^a-z])(?:{NET})")


_OF_THE_SHOP = {
    "its shop fulfils no orders": re.compile(
        r"\bnothing will be (?:sent|shipped|dispatched|charged)\b|\bdemonstration (?:store|shop)\b|\blorem ipsum\b|"
        r"\bno orders (?:shall|will|can) be\b|\borders (?:shall|will|can) ?not be\b|\bdemo (?:store|shop)\b"
    ),
    "it is a copy of an old page": re.compile(
        r"\bcopy of (?:this|the) page as it was\b|\bweb archive\b|\b\d+ captures\b"
    ),
    "its shop sells what was given to it": re.compile(
        r"\b(?:items|toys|goods) (?:here )?are (?:all )?(?:pre-?loved|second-?hand|donated)\b|"
        r"\bgiven by (?:our )?(?:kind |generous )?supporters\b"
    ),
}


def said_of_the_shop(text: str) -> str:
    """Why no page of a shop has the price of a new toy, wherever a folded text says it; else nothing."""
    return next((why for why, pattern in _OF_THE_SHOP.items() if pattern.search(text)), "")


def role_of(lead: str, tail: str, *, is_last: bool) -> Role:
    """The part that an amount plays between the folded words before it and after it; `is_last` on its line."""
    label = _label(lead, tail, is_last)
    return "plain" if label == "now" or label == "gross" else label  # noqa: PLR1714


def _label(lead: str, tail: str, is_last: bool) -> Label:
    around = f"{lead}¤{tail}"
    after = next((role for role, pattern in _AROUND if pattern.search(around)), None)
    after = after or next((role for role, pattern in _AFTER if pattern.match(tail)), None)
    nearest: tuple[int, Label] = (-1, "plain")
    for name, pattern in _BEFORE:
        for match in pattern.finditer(lead):
            nearest = max(nearest, (match.start(), name))
    taxed = nearest[1] in {"net", "gross"} and not (after and _TAX_ALONE.fullmatch(lead))
    if after is not None and not (taxed and after in {"net", "gross"}):
        return after
    behind = next((role for role, pattern in _BEHIND if is_last and pattern.search(tail)), None)
    return behind or ("from" if _RANGE_END.match(lead) else nearest[1])


def is_label(text: str) -> bool:
    """Whether a folded line without an amount says what the amount behind it is: "our price"."""
    return _label(text, "", is_last=True) != "plain"


def said_of_all(text: str) -> tuple[Label, ...]:
    """The conditions that a folded line without an amount states of the whole offer."""
    return tuple(role for role, pattern in _ANYWHERE if pattern.search(text))


def speaks_of_net(text: str) -> bool:
    """Whether a folded line says that prices are without tax."""
    return bool(_NET_ANYWHERE.search(text))
