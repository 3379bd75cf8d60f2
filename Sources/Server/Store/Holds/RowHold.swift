import Primitives

/// The degree to which the rows that a body has read are kept from other writers until its transaction ends, where the database lets
/// several write at once and doesn't notice itself that one has changed what another has read.
public enum RowHold: Sendable, Hashable {
    /// Removal has to wait: for the owner of rows that the body writes. Any number of bodies keep one row.
    case kept
    /// Changes by others have to wait: for what is read, changed and written back.
    case changed
    /// Bodies that keep them have to wait too: for an owner that is removed with all that is its own.
    case removed
}
