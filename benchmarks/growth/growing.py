"""Making a large catalogue of variants: a real import of a real file, in a process of its own to measure its memory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from assistant.catalogue.importing import import_catalogue
from assistant.catalogue.store import CatalogueStore
from assistant.errors import CatalogueError
from assistant.evaluation import product_lists
from assistant.evaluation.processes import measured, peak_memory_mb
from benchmarks.growth.varied_catalogue import Variants, VariedEmbedder


@dataclass(frozen=True, slots=True)
class Grown:
    """What making the catalogue took; the seconds are the import's, in which no text was encoded."""

    products: int
    chunks: int
    import_s: float
    import_memory_mb: float
    disk_mb: float


def grow_catalogue(source: Path, to: Path, products: int) -> Grown:
    """Makes the folder `to` a catalogue of so many variants of the products of the catalogue in `source`."""
    return measured(growing, source, to, products)


def growing(source: Path, to: Path, count: int) -> Grown:
    """The figures of this process, which should be a new one."""
    store = CatalogueStore.open(source)
    variants = Variants.of(store)
    products = to.with_suffix(".csv")
    try:
        product_lists.write(products, variants.products(count))
        report = import_catalogue(products, to, embedder=VariedEmbedder(variants, store.manifest.embedder.name))
    except OSError as error:
        raise CatalogueError(f"{to.parent} cannot be written: {error.strerror}") from error
    finally:
        products.unlink(missing_ok=True)
    counts = CatalogueStore.open(to).manifest.counts
    return Grown(
        products=counts["products"],
        chunks=counts["chunks"],
        import_s=round(report.seconds, 1),
        import_memory_mb=round(peak_memory_mb(), 1),
        disk_mb=round(sum(path.stat().st_size for path in to.rglob("*") if path.is_file()) / 2**20, 1),
    )
