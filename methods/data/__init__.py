"""Data: the catalogue of descriptors, fetching, file formats, generators, preparation, splits."""
