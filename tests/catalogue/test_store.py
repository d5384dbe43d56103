from __future__ import annotations

import json
import shutil
from decimal import Decimal
from pathlib import Path

import pytest
from catalogue_files import toys, write_csv
from fakes import HashingEmbedder

from assistant.catalogue.importing import import_catalogue
from assistant.catalogue.manifest import VERSION
from assistant.catalogue.records import dump, load
from assistant.catalogue.store import CatalogueStore
from assistant.errors import CatalogueDamagedError, CatalogueMissingError, CatalogueVersionError
from assistant.protocols import Catalogue
from assistant.schema import AgeRange, PlayerRange, Price, Product, Review

FULL = Product(
    id="p1", title="Café “train”", brand="Brio", category=("Toys", "Trains"), price=Price(Decimal("12.50"), "GBP"),
    rating=4.5, rating_count=12, age=AgeRange(36, None), players=PlayerRange(2, 4), pieces=46, material="wood",
    features=("magnetic", "no batteries needed"), description="Line.", image_url="https://a.example/1.jpg",
    product_url="https://a.example/1", reviews=(Review("Good", "Runs.", 4.0, "1 May 2015"),), stock_count=0,
    model_number="M1", gtin="501",
)  # fmt: skip


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("store")
    import_catalogue(write_csv(base / "toys.csv", toys(40)), base / "c", embedder=HashingEmbedder())
    return base / "c"


@pytest.fixture
def folder(imported: Path, tmp_path: Path) -> Path:
    """A copy of it, which a test may break."""
    return Path(shutil.copytree(imported, tmp_path / "c"))


def test_a_product_comes_back_as_it_was() -> None:
    assert load(dump(FULL)) == FULL
    assert load(dump(Product(id="x", title="y"))) == Product(id="x", title="y")


def test_products_by_id_in_the_order_asked(folder: Path) -> None:
    store: Catalogue = CatalogueStore.open(folder)
    assert len(store) == 40
    assert [product.title for product in store.products(["toy-00031", "toy-00002", "toy-00031"])] == [
        "Blue kite number 31", "Green board game number 2", "Blue kite number 31",
    ]  # fmt: skip
    with pytest.raises(KeyError, match="nothing"):
        store.products(["nothing"])


def test_there_is_no_catalogue(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(CatalogueMissingError, match=r"there is no catalogue in .*; import one with"):
            CatalogueStore.open(place)


def files(folder: Path) -> list[str]:
    return list(json.loads((folder / "manifest.json").read_bytes())["files"])


def test_every_file_is_sealed(folder: Path) -> None:
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    unsealed = {name for name in found if name.endswith(".lock")} | {"manifest.json"}
    assert set(files(folder)) == found - unsealed
    assert {"products.arrow", "vocabulary.json", "vectors.f32", "chunks.arrow"} <= {
        Path(name).name for name in files(folder)
    }


def test_a_missing_changed_or_cut_file_is_noticed_each_time(folder: Path) -> None:
    for name in files(folder):
        path = folder / name
        whole = path.read_bytes()
        flipped = bytes([whole[0] ^ 1]) + whole[1:]
        for spoil in (
            path.unlink,
            lambda p=path, f=flipped: p.write_bytes(f),
            lambda p=path, w=whole: p.write_bytes(w[:-1]),
        ):
            spoil()
            with pytest.raises(CatalogueDamagedError, match=r"damaged \(.*\); import the products again") as caught:
                CatalogueStore.open(folder)
            assert name in str(caught.value)
            path.write_bytes(whole)
    assert len(CatalogueStore.open(folder)) == 40


@pytest.mark.parametrize(
    "content", ["", "{half", "[]", f'{{"version": {VERSION}}}', f'{{"version": {VERSION}, "files": {{}}}}']
)
def test_a_manifest_that_cannot_be_read(folder: Path, content: str) -> None:
    (folder / "manifest.json").write_text(content)
    with pytest.raises((CatalogueDamagedError, CatalogueVersionError), match="import the products again"):
        CatalogueStore.open(folder)


@pytest.mark.parametrize("version", [0, VERSION + 1, "1", None])
def test_a_catalogue_of_another_version(folder: Path, version: object) -> None:
    content = json.loads((folder / "manifest.json").read_bytes())
    (folder / "manifest.json").write_text(json.dumps({**content, "version": version}))
    with pytest.raises(CatalogueVersionError, match=f"this program reads {VERSION}; import the products again"):
        CatalogueStore.open(folder)


def test_a_manifest_points_to_nothing_outside_its_folder(folder: Path) -> None:
    content = json.loads((folder / "manifest.json").read_bytes())
    del content["sha256"]  # with it, the change itself would be noticed first
    seal = next(iter(content["files"].values()))
    for name in ("../toys.csv", "/etc/hostname"):
        (folder / "manifest.json").write_text(json.dumps({**content, "files": {name: seal}}))
        with pytest.raises(CatalogueDamagedError):
            CatalogueStore.open(folder)


def test_every_letter_of_a_manifest_is_sealed(folder: Path) -> None:
    path = folder / "manifest.json"
    written = path.read_bytes()
    content = json.loads(written)
    for at in range(0, len(written), 3):
        path.write_bytes(written[:at] + bytes([written[at] ^ 1]) + written[at + 1 :])
        try:
            CatalogueStore.open(folder)
        except (CatalogueDamagedError, CatalogueVersionError):
            continue
        assert json.loads(path.read_bytes()) == content, "only a blank was another"


def test_a_catalogue_of_an_earlier_program_has_no_seal(folder: Path) -> None:
    path = folder / "manifest.json"
    content = json.loads(path.read_bytes())
    del content["sha256"]
    path.write_text(json.dumps(content))
    assert len(CatalogueStore.open(folder)) == 40


def test_vocabulary(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"id": "1", "title": "Wooden trains", "brand": "BRIO", "category": "Toys > Trains > Accessories"},
        {"id": "2", "title": "Train bridge", "brand": "Brio", "category": "Toys > Trains > Accessories"},
        {"id": "3", "title": "Pokémon figure", "brand": "Brio", "category": "Dolls > Accessories"},
        {"id": "4", "title": "Kite", "brand": "Unknown", "category": ""},
    ]
    import_catalogue(write_csv(tmp_path / "toys.csv", rows), tmp_path / "c", embedder=HashingEmbedder())
    words = CatalogueStore.open(tmp_path / "c").vocabulary
    assert (words.size, words.currency) == (4, "")
    assert words.brands == {"brio": "Brio"}
    assert words.categories == {
        "accessories": ("Toys", "Trains", "Accessories"),
        "dolls": ("Dolls",),
        "toys": ("Toys",),
        "trains": ("Toys", "Trains"),
    }
    assert {stem: words.document_frequency[stem] for stem in ("train", "brio", "pokemon", "kite")} == {
        "train": 2, "brio": 3, "pokemon": 1, "kite": 1,
    }  # fmt: skip
    assert "unknown" not in words.document_frequency


def test_words_that_stand_together_in_several_titles_are_a_phrase(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"id": "1", "title": "Trash Pack figures (series 2)"}, {"id": "2", "title": "The Trash Packs"},
        {"id": "3", "title": "Trash, Pack of 3"}, {"id": "4", "title": "Series 2 figures"},
    ]  # fmt: skip
    import_catalogue(write_csv(tmp_path / "toys.csv", rows), tmp_path / "c", embedder=HashingEmbedder())
    assert CatalogueStore.open(tmp_path / "c").vocabulary.phrases == {"trash pack"}
