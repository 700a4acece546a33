"""The phones: pages, forms, the JSON API and what the live streams carry."""
