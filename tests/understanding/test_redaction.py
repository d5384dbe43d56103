"""Private data is taken out, and nothing that a toy shop needs is taken with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.understanding.redaction import plain, redact


def luhn(digits: str) -> str:
    """The check digit that makes a card number valid, worked out from its definition."""
    doubled = [int(digit) * (2 if at % 2 == 0 else 1) for at, digit in enumerate(reversed(digits))]
    return str(-sum(number // 10 + number % 10 for number in doubled) % 10)


@pytest.mark.parametrize(
    "number",
    [
        "4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111", "5555555555554444", "378282246310005",
        "6011111111111117", "30569309025904", "6304000000000000000", "4222222222222", "4111.1111.1111.1111",
        "41 11 11 11 11 11 11 11", "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "411-111-111-111-1111", "4111 1111-1111 1111",
        "4111\N{NO-BREAK SPACE}1111  1111 – 1111", "4111_1111_1111_1111", "4111/1111/1111/1111",
        "4111)(1111)(1111)(1111", "4111,1111,1111,1111",
        "4111 | 1111 | 1111 | 1111", "３７８２ ８２２４６３ １０００５",
    ],
)  # fmt: skip
def test_card_numbers_are_redacted_however_they_are_grouped(number: str) -> None:
    assert redact(f"my card is {number}, a doll please").text == "my card is [card], a doll please"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("It is 4111 1111 1111 1111.", "It is [card]."), ("(4111111111111111)", "([card])"),
        ("4111 1111 1111 1111 12/27 123", "[card] 12/27 123"), ("4111111111111111 123", "[card] 123"),
        ("1234 4111 1111 1111 1111", "1234 [card]"), ("id 12 3782 822463 10005 and 7", "id 12 [card] and 7"),
        ("4111111111111111 5555555555554444", "[card] [card]"), ("07700 900123 4111111111111111", "[phone] [card]"),
        ("4111111111111111, 5555 5555 5555 4444", "[card], [card]"), ("EAN 4111 1111 1111 1111", "EAN [card]"),
        ("barcode 5039621723215 4111111111111111", "barcode 5039621723215 [card]"),
    ],
)  # fmt: skip
def test_a_card_is_found_among_other_digits_and_signs(text: str, kept: str) -> None:
    assert redact(text).text == kept


@given(st.data())
def test_a_card_is_found_however_it_is_grouped(data: st.DataObject) -> None:
    digits = data.draw(st.text("0123456789", min_size=12, max_size=18))
    joints = data.draw(st.lists(st.sampled_from(["", "", " ", "-"]), min_size=19, max_size=19))
    card = "".join(map("".join, zip(digits + luhn(digits), joints, strict=False)))
    assert redact(f"no {digits and card.strip(' -')} x").text == "no [card] x"


@pytest.mark.parametrize("number", ["4111111111111112", "4111 1111 1111 1112", "1234567890123456"])
def test_long_numbers_that_fail_the_check_digit_are_no_cards(number: str) -> None:
    assert redact(f"code {number}").text == f"code {number}"


@given(st.text("0123456789", min_size=12, max_size=18))
def test_the_check_digit_alone_decides_what_is_a_card(digits: str) -> None:
    right = luhn(digits)
    wrong = str((int(right) + 1) % 10)
    assert redact(f"no {digits}{right} x").text == "no [card] x"
    assert "[card]" not in redact(f"no {digits}{wrong} x").text


@pytest.mark.parametrize(
    "phone",
    [
        "07700 900123", "07700900123", "+44 7700 900123", "+447700900123", "+44 (0)20 7946 0958", "020 7946 0958",
        "(020) 7946 0958",
        "0161 496 0000", "01632 960983", "07700.900.123", "0 7 7 0 0 9 0 0 1 2 3", "0044 7700 900123", "0800 123 4567",
        "+44\N{NO-BREAK SPACE}7700\N{NO-BREAK SPACE}900123", "+33 1 23 45 67 89", "+353 86 123 4567", "+91 98765 43210",
        "(212) 555-0187", "212 555 0187", "2125550187", "1-800-555-0199", "555-123-4567",
        "(555) 123-4567", "555.123.4567", "+1 555 123 4567", "+49 30 901820",
    ],
)  # fmt: skip
def test_phone_numbers_are_redacted_in_every_usual_form(phone: str) -> None:
    result = redact(f"call me on {phone} about the kite")
    assert result.text == "call me on [phone] about the kite"
    assert result.found


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("07700 900123 07700 900124", "[phone] [phone]"), ("020 7946 0958 01632 960983", "[phone] [phone]"),
        ("07700 900123 5 year old", "[phone] 5 year old"), ("aged 5 07700 900123", "aged 5 [phone]"),
        ("+44 7700 900123 30 pounds", "[phone] 30 pounds"), ("212 555 0187 212 555 0188", "[phone] [phone]"),
        ("(07700 900123)", "([phone])"), ("07700 900123/4", "[phone]/4"), ("07700900123.", "[phone]."),
        ("tel:07700900123,02079460958", "tel:[phone],[phone]"), ("((07700 900123", "(([phone]"),
        ("0770\u200b0900\u200b123", "[phone]"), ("0770\x000900123", "[phone]"),
    ],
)  # fmt: skip
def test_a_phone_is_found_among_other_digits_and_signs(text: str, kept: str) -> None:
    assert redact(text).text == kept


@given(st.text("0147 +-().", max_size=80))
def test_redacting_digits_twice_changes_nothing_more(text: str) -> None:
    once = redact(text).text
    assert redact(once).text == once


@pytest.mark.parametrize(
    "code",
    ["cvv 123", "CVV: 123", "cvc is 1234", "security code 4321", "csc-123", "the three on the back, 482, are the cvv",
     "the three digits on the back are 654"],
)  # fmt: skip
def test_the_code_of_a_card_goes_with_it(code: str) -> None:
    assert "[card]" in redact(f"a kite, {code}").text
    assert not any(char.isdigit() for char in redact(f"a kite, {code}").text)


@pytest.mark.parametrize(
    "email", ["a.b@c.co.uk", "me+toys@example.com", "JANE_DOE@Example.ORG", "x@y-z.io", "jo at example dot org",
     "jo (at) example.com", "jo[at]example[dot]com", "o.brien {at} mail.example.ie",
     "jo @example.org", "jo@ example.org", "jo\u200b@example.org"],
)  # fmt: skip
def test_e_mail_addresses_are_redacted(email: str) -> None:
    assert redact(f"write to {email}, please").text == "write to [email], please"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("send it to 10 Downing Street", "send it to [address]"),
        ("I live at 5 Acacia Avenue please", "I live at [address] please"),
        ("221b Baker Street, London NW1 6XE", "[address], London [postcode]"),
        ("14 Station Rd. a kite", "[address] a kite"),
        ("we are at 12 Old Mill Lane", "we are at [address]"), ("742 Evergreen Terrace 12345", "[address]"),
        ("post code SW1A 1AA", "post code [postcode]"), ("send to m1 1ae please", "send to [postcode] please"),
        ("sw1a1aa", "[postcode]"), ("45 Elm Dr, a kite", "[address], a kite"), ("zip 90210", "zip [postcode]"),
        ("wc2n  5dx", "[postcode]"), ("PO Box 4419, a kite", "[address], a kite"),
        ("her mum: 0114 496 0000", "her mum: [phone]"), ("12 rue de Rivoli, Paris", "[address], Paris"),
        ("Hauptstraße 5, 10115 Berlin", "[address], 10115 Berlin"),
        ("zip code is 90210-1234", "zip code is [postcode]"),
        ("to Elmford, IL 60699 please", "to Elmford, IL [postcode] please"),
        ("in oregon 97299-1234", "in oregon [postcode]"), ("post code eh99-1sp", "post code [postcode]"),
        ("12-14 High Street", "[address]"), ("3 Duke of York Street", "[address]"), ("12 High\t Street", "[address]"),
        ("7 oak grove, leeds", "[address], leeds"), ("12 Acacia Gardens please", "[address] please"),
        ("to 14 Station Way", "to [address]"), ("8 St James's Place", "[address]"), ("10 Church Mews", "[address]"),
        ("22 Rosemary Walk", "[address]"),
    ],
)  # fmt: skip
def test_street_addresses_and_postcodes_are_redacted(text: str, kept: str) -> None:
    assert redact(text).text == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("iban GB82 WEST 1234 5698 7654 32 for the refund", "iban [bank account] for the refund"),
        ("to de89370400440532013000 please", "to [bank account] please"),
        ("sort code 20-00-00, acc no. 3192 6819", "sort code [bank account], acc no. [bank account]"),
        ("back into 404784 / 70872490", "back into [bank account]"),
        ("NI number ab 12 34 56 c", "NI number [insurance number]"), ("n.i. CE-48-21-06-D", "n.i. [insurance number]"),
        ("dob 2.11.79 for the card", "dob [date of birth] for the card"), ("dob 2018-03-12", "dob [date of birth]"),
        ("he was born on the 7th of August 2017", "he was born on the [date of birth]"),
        ("the 3 digits on back of my card 058", "the 3 digits on back of my card [card]"),
    ],
)  # fmt: skip
def test_accounts_births_and_other_numbers_of_people_are_redacted(text: str, kept: str) -> None:
    assert redact(text).text == kept


@pytest.mark.parametrize(
    "text",
    [
        "a spy kit with a security code set for ages 7 and up, is 007 on it", "on account of 55000000 beads",
        "the 9 Acorn Drive set", "is 31 elm lane model kit any good", "born to play 12",
        "his birthday is on 12/11/2026", "GB99 NWBK 6016 1331 9268 19", "NY12 3456 E",
        "under £30", "£1,500", "between 20 and 50 pounds", "$20-$50", "1000 piece puzzle", "a 10 piece road set",
        "lego 75192",
        "Hornby R3064 OO gauge", "a 0-6-0 locomotive", "ages 3-6", "2-4 players", "2 players on a square board",
        "1:24 scale car",
        "a 4 wheel drive car", "an 18 inch doll close up", "3 foot square mat", "50 cm square",
        "for a 6 year old who loves sesame street",
        "something under 50, not the off road one", "up to 20 but no off road car", "between 20 and 50 a road roller",
        "under 30 for a square board", "10 please with a road",
        "forget 1:18, any ferrari road car will do", "in 1:43, a red road car",
        "an 8 year old boy who likes to drive", "my grandads 80 and used to drive steam trains",
 "12 car train set with road", "4x4 off road car", "3 in 1 table",
        "top 10 toys",
        "EAN 5702015868402", "isbn 9780306406157", "EAN 5039621723215", "barcode: 5066848475139",
        "EAN-13 5046858501776",
        "isbn 978-0-306-40656-0", "bar code no. 5093686274952", "ISBN 0306406152", "asin 2125550187",
        "300 500 1000 piece puzzles", "250 500 1000 pieces", "sets 10497 42151 75192", "2024-12-25", "01/02/2024",
        "£10.99 £12.50 £14.99 £16.99", "ages 3 4 5 6 7 8", "100-200 or 500-1000 pieces", "a 1:43 or 1:24 scale",
        "1985 1990 1995", "0.5 1.5 2.5 3.5 4.5", "100,000 200,000", "2024 2025 2026", "model BR33511", "00 gauge",
        "100 pieces of road track", "the pack of 20 model street lights", "20 tiny street lamps", "6 wooden road signs",
        "mk2 3rd edition", "2 figures of dr who", "a4 2cm", "ps5 4tb", "1/72 1/48 1/35 1/32 1/24 1/18",
        "look at dot to dot", "1985,1990,1995,2000", "3070,3071 or 4080,4081",
        "seen it at smyths dot co dot uk", "ISBN 10: 0-7232-4770-6",
        "a rug with 0 1 2 3 4 5 6 7 8 9 10", "Elite 2.0 Captain RD-6", "playmobil 70980 Farm Road",
        "under £5 sesame street kite", "£ 5 race court", "under 25 coronation street mug", "$10-20 race court",
        "20 quid race court", "ages 3-5 race court", "2 figures from coronation street", "2 sesame street figures",
        "two cars @ 5.99 each", "2 robots that can walk, talk and dance", "12 fairy gardens",
        "Ravensburger 2011 Limited Edition Which Way Santa Puzzle",
        "1000, 1500, 2000, 3000 pieces", "four-year-old", "9 months", "£19.99 each", "the first and the third", "",
    ],
)  # fmt: skip
def test_amounts_models_ages_and_counts_stay_as_they_are(text: str) -> None:
    result = redact(text)
    assert result.text == text
    assert not result.found


def test_several_pieces_of_private_data_go_at_once() -> None:
    said = "I'm at 10 High Street, 07700 900123 or me@example.com, card 4111 1111 1111 1111: a puzzle under £10"
    assert redact(said).text == "I'm at [address], [phone] or [email], card [card]: a puzzle under £10"


@given(st.text(max_size=300))
def test_redacting_twice_changes_nothing_more(text: str) -> None:
    once = redact(text)
    assert redact(once.text).text == once.text
    assert once.found == (once.text != plain(text))


def test_what_is_longer_than_any_message_is_cut_before_it_is_read() -> None:
    assert len(redact("1-" * 1_000_000).text) < 5_000
