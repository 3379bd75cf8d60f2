import Store

extension NamedDocuments {
    // Until migration 9 each kind had a table of its own.

    static let journeys: [SQL] = [
        """
        CREATE TABLE journeys (
            realm TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL, revision BIGINT NOT NULL,
            PRIMARY KEY (realm, name))
        """
    ]

    static let policySets: [SQL] = [
        """
        CREATE TABLE policy_sets (
            realm TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL, revision BIGINT NOT NULL, PRIMARY KEY (realm, name))
        """
    ]

    static let emailTemplates: [SQL] = [
        """
        CREATE TABLE email_templates (
            realm TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL, revision BIGINT NOT NULL, PRIMARY KEY (realm, name))
        """
    ]

    static let identityProviders: [SQL] = [
        """
        CREATE TABLE identity_providers (
            realm TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL, secret BLOB, PRIMARY KEY (realm, name))
        """
    ]

    /// Moves them all into one.
    static let gathering: [SQL] = [
        """
        INSERT INTO documents (realm, kind, name, definition, secret, revision)
        SELECT realm, 'journey', name, definition, NULL, revision FROM journeys
        """,
        """
        INSERT INTO documents (realm, kind, name, definition, secret, revision)
        SELECT realm, 'policySet', name, definition, NULL, revision FROM policy_sets
        """,
        """
        INSERT INTO documents (realm, kind, name, definition, secret, revision)
        SELECT realm, 'template', name, body, NULL, revision FROM email_templates
        """,
        """
        INSERT INTO documents (realm, kind, name, definition, secret, revision)
        SELECT realm, 'provider', name, definition, secret, 1 FROM identity_providers
        """,
        "DROP TABLE journeys", "DROP TABLE policy_sets", "DROP TABLE email_templates", "DROP TABLE identity_providers",
    ]
}
