"""The store: Redis or Valkey, our own or somebody's."""
