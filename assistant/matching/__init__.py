"""How a product meets a wish: pure functions of the domain that every stage may ask."""
