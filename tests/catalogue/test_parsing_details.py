from assistant.catalogue.parsing.details import details, features, material, model_number

CELL = (
    "Technical Details Item Weight1.2 Kg Product Dimensions40 x 29.8 x 8 cm "
    "Manufacturer recommended age:8 years and up Item model numberR1179 Main Language(s)English "
    "Assembly RequiredYes Scale1:72 Engine Typeelectric "
    "Track Width/GaugeOO Batteries Required?No Batteries Included?No Remote Control Included?No "
    "Material Type(s)Plastic Colorred    Additional Information ASINB00OG9OXF4 Best Sellers Rank 60,815 in Toys"
)


def test_values_run_to_the_next_label() -> None:
    found = details(CELL)
    assert found["Manufacturer recommended age:"] == "8 years and up"
    assert found["Item Weight"] == "1.2 Kg"
    assert (found["ASIN"], model_number(found), material(found)) == ("B00OG9OXF4", "R1179", "Plastic")


def test_features_say_what_the_details_say() -> None:
    assert features(details(CELL), "A train set") == (
        "no batteries needed", "assembly required", "colour: red", "scale 1:72", "OO gauge track",
    )  # fmt: skip


def test_no_feature_contradicts_the_text() -> None:
    assert "no batteries needed" not in features(details(CELL), "Requires 3 x AA batteries")


def test_batteries() -> None:
    assert features(details("Batteries Required?Yes Batteries Included?Yes"), "") == ("batteries included",)
    without = details("Batteries Required?Yes Batteries Included?No")
    assert features(without, "") == ("batteries needed (not included)",)
    assert features(without, "Batteries included.") == ("batteries needed",)
    stated = details("Product Dimensions6 cm Batteries:1 AAA batteries required. (included) Batteries Required?No")
    assert features(stated, "") == ("1 AAA battery needed (included)",)


def test_where_the_text_says_the_contrary_of_batteries_in_the_box_neither_is_repeated() -> None:
    stated = details("Batteries:6 AA batteries required. (included) Item Weight1 Kg")
    assert features(stated, "Power supply: 6 x AA batteries (not included)") == ("6 AA batteries needed",)
    assert features(stated, "Runs for hours.") == ("6 AA batteries needed (included)",)
    boxed = details("Batteries Required?Yes Batteries Included?Yes Item Weight1 Kg")
    assert features(boxed, "Batteries are not included.") == ("batteries needed",)


def test_junk_is_left_out() -> None:
    found = details(
        "Material Type(s)Other ColorArc de Triomphe ScaleChina Item model numberna ASINXYZ Track Width/GaugeNo"
    )
    assert features(found, "") == ()
    assert (material(found), model_number(found)) == ("", "")


def test_a_word_that_begins_like_a_label_is_no_colour() -> None:
    assert features(details("Item model number7 Colored Pencils"), "") == ()
