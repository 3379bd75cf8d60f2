/// The part that a realm's audit log has of what tells about a person: network addresses, user names, browsers, recipients.
package enum AuditPersonalFields: String, Sendable, Codable, CaseIterable {
    /// Written as it was.
    case kept
    /// A hash under a key of this server's, by which events about the same person or address are found to belong together, and nothing
    /// else is told.
    case hashed
    /// Nothing.
    case omitted
}
