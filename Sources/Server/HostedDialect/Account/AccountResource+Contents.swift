import DevicePolicies
import DeviceRegistry
import Directory
import Foundation
import Foundations
import OAuth
import OAuthMessages
import Pages
import Primitives
import ResourceMessages
import Sessions
import WebAuthn

/// The contents of the page and of the user's file.
extension AccountResource {
    func sessions(_ turn: AccountTurn) async throws -> [AccountPage.OpenSession] {
        try await services.session.registry.sessions(of: turn.user.id, in: turn.realm.id).prefix(Self.mostSessions).map {
            AccountPage.OpenSession(
                handle: $0.handle, created: $0.created, lastUsed: $0.lastUsed, isCurrent: $0.handle == turn.session.handle,
                userAgent: $0.userAgent, place: $0.address.flatMap(services.place))
        }
    }

    func links(_ turn: AccountTurn) async throws -> [AccountPage.Link] {
        let providers = try await services.session.providers.all(in: turn.realm.id)
        let isRemovable = turn.isFresh && Accounts.canUnlink(turn.user)
        return AccountLink.links(of: turn.user).map { link in
            let provider = providers.filter { link.hasPrefix($0.name + "-") }.max { $0.name.count < $1.name.count }
            let name = provider?.button["buttonDisplayName"]?.string ?? provider?.name ?? link
            return AccountPage.Link(value: link, provider: name, isRemovable: isRemovable)
        }
    }

    func consents(_ turn: AccountTurn) async throws -> [AccountPage.Consent] {
        var consents: [AccountPage.Consent] = []
        for consent in try await services.consents.all(of: turn.user.id, in: turn.realm.id) {
            let application = try await services.applications.application(consent.application, in: turn.realm.id)
            consents.append(
                AccountPage.Consent(
                    value: consent.application, application: application?.shownName ?? consent.application,
                    scopes: consent.scope.values.map {
                        turn.realm.settings[AuthorizationSettings.self].text(ofScope: $0, in: turn.languages) ?? $0
                    },
                    given: consent.given))
        }
        return consents
    }

    func passkeys(_ turn: AccountTurn) async throws -> [AccountPage.Passkey] {
        let devices = try await services.devices.devices(of: turn.user.id, in: turn.realm.id)
        let passkeys = try await services.devices.keptPasskeys(of: turn.user.id, in: turn.realm.id)
        return devices.filter { $0.kind == .fido2 && $0.status == .active }.map { device in
            AccountPage.Passkey(
                value: device.id.text, name: device.nickname, added: device.created,
                isBackedUp: passkeys.first { $0.device == device.id }?.record.isBackedUp ?? false)
        }
    }

    func devices(_ turn: AccountTurn) async throws -> [AccountPage.Device] {
        try await services.devices.devices(of: turn.user.id, in: turn.realm.id).filter { $0.status == .active }.compactMap { device in
            AccountPage.Device.Kind(device.kind).map {
                AccountPage.Device(value: device.id.text, kind: $0, name: device.nickname ?? device.contact, added: device.created)
            }
        }
    }

    /// The user's data as a program reads them; nothing secret, and no attribute that is kept from every answer.
    func export(_ turn: AccountTurn) async throws -> JSONObject {
        var profile = AccountDocument.of(turn.user)
        for attribute in turn.schema.attributes where attribute.isSensitive { profile[attribute.path] = nil }
        let devices = try await services.devices.devices(of: turn.user.id, in: turn.realm.id)
        let date = { (date: Date) in JSONValue.string(date.formatted(.iso8601)) }
        return [
            "profile": .object(profile), "created": date(turn.user.created),
            "sessions": .array(
                try await services.session.registry.sessions(of: turn.user.id, in: turn.realm.id).map {
                    [
                        "created": date($0.created), "lastUsed": date($0.lastUsed),
                        "userAgent": $0.userAgent.map(JSONValue.string) ?? .null,
                        "address": $0.address.map(JSONValue.string) ?? .null,
                    ]
                }),
            "devices": .array(
                devices.map {
                    [
                        "type": .string($0.kind.rawValue), "name": $0.nickname.map(JSONValue.string) ?? .null,
                        "contact": $0.contact.map(JSONValue.string) ?? .null, "created": date($0.created),
                    ]
                }),
            "linkedAccounts": .array(AccountLink.links(of: turn.user).map(JSONValue.string)),
            "consents": .array(
                try await services.consents.all(of: turn.user.id, in: turn.realm.id).map {
                    [
                        "application": .string($0.application), "scopes": .array($0.scope.values.map(JSONValue.string)),
                        "given": date($0.given),
                    ]
                }),
        ]
    }

    private static let mostSessions = 50
}

extension AccountPage.Device.Kind {
    /// The part of the page that a device belongs to; nil for passkeys, which have their own.
    fileprivate init?(_ kind: DeviceKind) {
        switch kind {
        case .mobile, .authenticator, .bound: self = .phone
        case .totp, .oathToken: self = .authenticator
        case .email, .sms, .voice: self = .message
        case .fido2: return nil
        }
    }
}
