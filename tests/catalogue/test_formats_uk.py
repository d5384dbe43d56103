from decimal import Decimal

from catalogue_files import UK_COLUMNS

from assistant.catalogue.formats import choose
from assistant.catalogue.formats.rows import Reading, Rejected, Row, Taken
from assistant.catalogue.formats.uk import AMAZON_UK
from assistant.schema import AgeRange, PlayerRange, Price, Product

ROW = {
    "uniq_id": "e1",
    "product_name": "Harbour  Train&amp;Ferry Set (46 pcs)",
    "amazon_category_and_sub_category": "Hobbies > Model Trains & Railway Sets > Trains",
    "manufacturer": "Hillmark",
    "price": "£69.93",
    "number_available_in_stock": "3\xa0new",
    "number_of_reviews": "36",
    "number_of_answered_questions": "7",
    "average_review_rating": "4.3 out of 5 stars",
    "product_information": "Technical Details Manufacturer recommended age:36 months - 6 years Item model numberH11 "
    "Number of Game Players2 Number of Puzzle Pieces1 Assembly RequiredYes Material Type(s)Wood   "
    "Additional Information ASINB00OG9OXF4 Best Sellers Rank 3 in Toys",
    "product_description": "Product Description A <b>long</b> line.",
    "customer_reviews": "Good // 4.0 // 1 May 2015 // By B on 1 May 2015 // Runs well.",
}


def read(**changes: str) -> Reading:
    (reading,) = AMAZON_UK.readings([Row(2, {**ROW, **changes})])
    return reading


def product(**changes: str) -> Product:
    reading = read(**changes)
    assert isinstance(reading, Taken)
    return reading.product


def test_a_full_row() -> None:
    assert choose(UK_COLUMNS).name == AMAZON_UK.name
    found = product()
    assert found.title == "Harbour Train&Ferry Set (46 pcs)"
    assert found.brand == "Hillmark"
    assert found.category == ("Hobbies", "Model Trains & Railway Sets", "Trains")
    assert found.price == Price(Decimal("69.93"), "GBP")
    assert (found.rating, found.rating_count, found.stock_count) == (4.3, 36, 3)
    assert (found.age, found.players, found.pieces) == (AgeRange(36, 72), None, 46)
    assert (found.material, found.model_number, found.features) == ("Wood", "H11", ("assembly required",))
    assert found.description == "A long line."
    assert found.product_url == "https://www.amazon.co.uk/dp/B00OG9OXF4"
    assert [(review.title, review.text, review.rating) for review in found.reviews] == [("Good", "Runs well.", 4.0)]


def test_an_empty_row_but_for_its_title_is_usable() -> None:
    found = product(**{column: "" for column in UK_COLUMNS if column not in {"uniq_id", "product_name"}})
    assert found == Product(id="e1", title="Harbour Train&Ferry Set (46 pcs)", pieces=46)


def test_a_filled_in_default_of_one_is_no_fact() -> None:
    found = product(product_name="Kite", product_information="Number of Game Players1 Number of Puzzle Pieces1")
    assert (found.players, found.pieces) == (None, None)


def test_players_are_those_of_a_game() -> None:
    stated = "Number of Game Players2 to 4 Item model numberX"
    assert product(product_information=stated).players is None
    shelf = "Games > Casino Equipment > Poker Sets"
    assert product(product_information=stated, amazon_category_and_sub_category=shelf).players == PlayerRange(2, 4)


def test_a_small_number_of_pieces_counts_where_the_text_names_it() -> None:
    stated, plain = "Number of Puzzle Pieces10 Item model numberX", "Metal Puzzle"
    assert product(product_name=plain, product_information=stated).pieces is None
    told = product(product_name=plain, product_information=stated, product_description="Ten or 10 pieces of steel.")
    assert told.pieces == 10
    many = product(product_name="Space Ship Bricks", product_information=stated.replace("10", "560"))
    assert many.pieces == 560
    several = "Number of Puzzle Pieces500 Item model numberX"
    assert product(product_name="Steam 2 X 500pc Jigsaw", product_information=several).pieces is None
    assert product(product_name="Steam Jigsaw", product_information=several).pieces == 500


def test_the_title_measures_the_toy_and_the_field_its_box() -> None:
    found = product(
        product_name="Space Ship Pool (157cm x 41cm)", product_information="Product Dimensions20 x 9 x 8 cm"
    )
    assert found.size == "157 x 41 cm"
    assert product(product_information="Product Dimensions10 x 10 x 10 cm").size == ""


def test_an_inverted_age_is_counted_as_a_repair() -> None:
    reading = read(product_information="Manufacturer recommended age:5 - 3 years Item model numberX")
    assert isinstance(reading, Taken)
    assert reading.product.age == AgeRange(60, None)
    assert reading.repairs == {"age ends before it starts": "5 - 3 years"}


def test_a_range_of_prices_is_no_price() -> None:
    reading = read(price="£3.00 - £5.99")
    assert isinstance(reading, Taken)
    assert reading.product.price is None
    assert reading.repairs == {"price is a range": "£3.00 - £5.99"}


def test_a_row_without_a_title_or_an_id_is_rejected() -> None:
    nameless = read(product_name="  ")
    assert isinstance(nameless, Rejected)
    assert (nameless.row, nameless.reason, nameless.id) == (2, "no title", "e1")
    assert nameless.says.startswith("e1 · Hobbies > Model Trains")  # so that its owner knows it again
    assert read(uniq_id="") == Rejected(2, "no usable id", "", "Harbour Train&Ferry Set (46 pcs)")
