import Store

extension TableRule {
    /// Every table, in the order in which rows are erased: those by which others are found come last.
    package static let all: [TableRule] = ofUsers + ofPingID + ofDevices + ofApplications + free + last

    private static let ofUsers: [TableRule] = [
        .owned("user_values", by: .user("user_id")),
        .owned("password_history", by: .user("user_id")),
        .owned("password_recoveries", by: .user("user_id")),
        .owned("security_answers", by: .user("user_id")),
        .owned("device_profiles", by: .user("user_id")),
        .owned("second_factor_choices", by: .user("user_id")),
        .owned("factor_failures", by: .user("user_id")),
        .owned("account_notices", by: .user("user_id")),
        .owned("notification_counts", by: .user("user_id")),
        .owned("sessions", by: .user("user_id")),
        .owned("transactions", by: .user("user_id")),
        .owned("suspended_journeys", by: .user("user_id")),
        .owned("retry_counts", by: .name("folded")),
        .owned("attempts", by: .name("source")),
        .owned("grants", by: .user("user_id"), .application("application")),
        .owned("authentication_codes", by: .user("user_id"), .application("application")),
        .owned("pairing_keys", by: .user("user_id")),
        .owned("migration_keys", by: .user("user_id"), .application("application")),
        // A device that goes alone leaves its challenges as failed, so that a client that waits for one learns of it.
        .owned("challenges", by: .user("user_id"), .application("application")),
        .owned("mobile_payloads", by: .user("user_id"), .installation("installation"), .application("application")),
    ]

    private static let ofPingID: [TableRule] = [
        .owned("pingid_applications", by: .application("application")),
        .owned("pingid_users", by: .user("user_id"), .application("application")),
        // An installation that loses its last device may still be ignored for another user.
        .owned("pingid_trust", by: .user("user_id"), .device("device"), .application("application")),
        .owned("pingid_installations", by: .installation("installation"), .application("application")),
        // A device that goes alone leaves its sign-ons as they are, so that a caller that waits for one learns of its end.
        .owned("pingid_authentications", by: .user("user_id"), .application("application")),
        .owned("pingid_registrations", by: .user("user_id"), .application("application")),
        .owned("pingid_pairing_keys", by: .user("user_id"), .application("application")),
        .owned("pingid_tokens", by: .user("user_id"), .installation("installation"), .application("application")),
        .free("pingid_keys", because: "keys of realms"),
    ]

    private static let ofDevices: [TableRule] = [
        .owned("passkeys", by: .user("user_id"), .device("device")),
        .owned("bound_keys", by: .user("user_id"), .device("device")),
        .owned("recovery_codes", by: .user("user_id"), .device("device")),
        .owned("push_registrations", by: .user("user_id"), .device("device")),
        .owned("push_mechanisms", by: .device("device")),
        .owned("passkey_ceremonies", by: .device("subject"), .authentication("subject")),
        .owned("passcode_failures", by: .device("device")),
        .owned("passcode_seeds", by: .device("subject"), .installation("subject")),
        .owned("device_nonces", by: .installation("installation")),
        .owned("device_logs", by: .installation("installation")),
        .owned("push_letters", by: .installation("installation")),
        .owned("push_subscriptions", by: .installation("installation")),
        .owned("push_mailboxes", by: .installation("installation")),
        .owned("app_attest_keys", by: .installation("installation")),
        .owned("integrity_verdicts", by: .installation("installation")),
        .owned("installations", by: .installation("id")),
    ]

    private static let ofApplications: [TableRule] = [
        .owned("push_credentials", by: .application("application")),
        // What a user entered stands there sealed, and for a quarter of an hour at the most.
        .owned("pushed_requests", by: .application("application")),
        .owned("flows", by: .application("application")),
    ]

    private static let free: [TableRule] = [
        .free("audit_event", because: "an event stays under the user's id, which names nobody any more; its personal fields are taken out"),
        .free("audit_samples", because: "counts by network prefix, of a minute"),
        .free("audit_pruned", because: "where the audit log begins"),
        .free("derivation_roots", because: "keys of the installation"),
        .free("oath_tokens", because: "hardware of the realm; the device that pairs one with a user goes with the user"),
        .free("spent", because: "ids of tokens and states, drawn at random"),
        .free("realms", because: "configuration"), .free("documents", because: "configuration"),
        .free("realm_secrets", because: "configuration"), .free("carried", because: "configuration"),
        .free("scripts", because: "configuration"), .free("mail_servers", because: "configuration"),
        .free("profile_schemas", because: "configuration"), .free("trust_stores", because: "configuration"),
        .free("trusted_models", because: "kinds of authenticators"), .free("signing_keys", because: "keys of realms"),
        .free("push_sender_keys", because: "keys of realms"), .free("configuration_revision", because: "a number"),
        .free("milestones", because: "what the installation has done"), .free("master_key_proof", because: "a proof of a key"),
        .free("schema_migration", because: "the history of the schema"),
    ]

    private static let last: [TableRule] = [
        .owned("device_authentications", by: .user("user_id"), .application("application")),
        .owned("pairing_attempts", by: .user("user_id"), .application("application")),
        .owned("devices", by: .user("user_id"), .device("id"), .application("application")),
        .owned("users", by: .user("id")),
        .owned("applications", by: .application("id")),
    ]
}
