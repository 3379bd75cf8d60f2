package import Store

/// A part of the server that does something of its own about certain events, in the transaction that writes them into the audit log.
package protocol AuditListener: Sendable {
    /// Takes an event to heart, or lets it pass.
    static func note(_ event: AuditEvent, in transaction: any WriteTransaction) throws
}
