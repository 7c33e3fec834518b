"""The steps that bring a record of an older Tapdeck up to date. `store.Store` runs them."""
