// Apps import FRAuth alone, or FRCore beside it: what the documentation has in either is there.
@_exported public import FRCore
