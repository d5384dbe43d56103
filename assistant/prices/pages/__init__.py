"""From the HTML of a shop's page to the offers that it states."""
