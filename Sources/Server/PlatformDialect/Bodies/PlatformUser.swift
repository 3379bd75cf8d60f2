import Foundation
import HTTPBase
import Primitives
import ResourceMessages
import Directory

/// A user as the platform writes one (`docs/protocols/platform.md` 2.1). The profile is held as JSON; the table below says which attribute
/// of the realm's schema each of its members is.
struct PlatformUser: Sendable {
    /// The profile's members, as they were sent.
    var profile = JSONObject()
    var isEnabled: Bool?
    var isMFAEnabled: Bool?
    var population: UUID?
    var password: Password?

    /// The password of a new user.
    struct Password: Sendable {
        var value: Secret?
        var mustChange = false
    }

    /// The members of the profile, and where each is kept. Members without an attribute in the standard schema are kept together in one.
    static let attributes: [(wire: FieldPath, kept: FieldPath)] = [
        ("username", "userName"), ("email", "mail"), ("name/given", "givenName"), ("name/family", "sn"), ("name/formatted", "cn"),
        ("name/middle", "platform/middleName"), ("name/honorificPrefix", "platform/honorificPrefix"),
        ("name/honorificSuffix", "platform/honorificSuffix"), ("nickname", "displayName"), ("mobilePhone", "telephoneNumber"),
        ("primaryPhone", "platform/primaryPhone"), ("address/streetAddress", "postalAddress"), ("address/locality", "city"),
        ("address/region", "stateProvince"), ("address/postalCode", "postalCode"), ("address/countryCode", "country"),
        ("preferredLanguage", "preferredLanguage"), ("locale", "platform/locale"), ("timezone", "platform/timezone"),
        ("title", "platform/title"), ("type", "platform/type"), ("externalId", "platform/externalId"), ("photo/href", "profileImage"),
    ].compactMap { pair in FieldPath(pair.0).flatMap { wire in FieldPath(pair.1).map { (wire, $0) } } }

    /// Returns the platform's name for an attribute of the schema: `email` for `mail`.
    static func wireName(of attribute: String) -> String {
        attributes.first { $0.kept.description == attribute }?.wire.description.replacing("/", with: ".") ?? attribute
    }
}

extension PlatformUser {
    /// A new user.
    func account(_ turn: PlatformTurn) -> NewAccount {
        var document = JSONObject()
        apply(to: &document, isPatch: true)
        var new = NewAccount(document, password: password?.value)
        (new.population, new.isMFAEnabled, new.mayBeIncomplete) = (population, isMFAEnabled, true)
        return new
    }

    /// Puts it into the account's document.
    ///
    /// - Parameter isPatch: whether what wasn't sent stays as it was, and `null` takes away; else what wasn't sent goes.
    func apply(to document: inout JSONObject, isPatch: Bool) {
        for (wire, kept) in Self.attributes {
            let value = profile[wire]
            guard !isPatch || value != nil else { continue }
            document[kept] = value == .null ? nil : value
        }
        if let isEnabled { document["accountStatus"] = .string((isEnabled ? User.Status.active : .inactive).rawValue) }
    }
}

extension PlatformUser {
    /// A user as it is told. One who was made elsewhere may have no email address.
    static let shape = Shape.object(
        ObjectShape(
            name: "User",
            members: PlatformShape.around + [text("username", .text(1...128), isRequired: true), text("email", mail)] + rest + told))
    private static let wholeShape = Shape.object(ObjectShape(name: "WholeUser", members: PlatformShape.around + Self.members + told))
    static let patchShape = Shape.object(ObjectShape(name: "UserPatch", members: PlatformShape.around + Self.optionalMembers + told))

    /// The form of a whole user.
    static let form = form(wholeShape, isPatch: false)
    /// The form of the part of a user that is to change.
    static let patchForm = form(patchShape, isPatch: true)

    private static let short: Form<String> = .text(1...256)
    private static let mail: Form<String> = .text(3...256, format: "email")

    private static func text(_ name: String, _ form: Form<String> = short, isRequired: Bool = false) -> ObjectShape.Member {
        .init(name: name, shape: form.shape, presence: isRequired ? .required : .optional)
    }

    private static let members: [ObjectShape.Member] =
        [text("username", .text(1...128), isRequired: true), text("email", mail, isRequired: true)] + Self.rest
    private static let optionalMembers: [ObjectShape.Member] = [text("username", .text(1...128)), text("email", mail)] + Self.rest

    private static let rest: [ObjectShape.Member] =
        [
            .init(
                name: "name",
                shape: object("UserName", ["given", "family", "middle", "formatted", "honorificPrefix", "honorificSuffix"]),
                presence: .optional),
            .init(
                name: "address", shape: object("UserAddress", ["streetAddress", "locality", "region", "postalCode", "countryCode"]),
                presence: .optional),
            .init(name: "photo", shape: object("UserPhoto", ["href"]), presence: .optional),
            .init(name: "enabled", shape: .flag, presence: .optional), .init(name: "mfaEnabled", shape: .flag, presence: .optional),
            .init(name: "population", shape: PlatformShape.reference, presence: .optional),
            .init(name: "password", shape: passwordForm.shape, presence: .writeOnly),
        ]
        + ["nickname", "mobilePhone", "primaryPhone", "preferredLanguage", "locale", "timezone", "title", "type", "externalId"].map {
            text($0)
        }

    private static let told: [ObjectShape.Member] = [
        ("createdAt", PlatformShape.time), ("account", .open), ("lastSignOn", .open), ("lifecycle", .open),
        ("emailVerified", .flag),
    ].map { ObjectShape.Member(name: $0.0, shape: $0.1, presence: .readOnly) }

    private static func object(_ name: String, _ members: [String]) -> Shape {
        .object(ObjectShape(name: name, members: members.map { text($0) }))
    }

    private static let passwordForm: Form<Password> = .object(
        "UserPassword",
        [Member("value", optional: \.value, .secret(1...1024)), Member("forceChange", \.mustChange, .flag)], from: { Password() }
    ) { password, reading in
        if password.mustChange { reading.refuse(.invalid, "a password that must be changed is not supported", at: "forceChange") }
    }
}

extension PlatformUser {
    private static func form(_ shape: Shape, isPatch: Bool) -> Form<PlatformUser> {
        Form(shape) { json, reading in
            guard case .object(let object) = shape, let sent = json.object else {
                reading.refuse(.invalid, "it is an object")
                return nil
            }
            let before = reading.problems.count
            var user = PlatformUser()
            user.read(sent, object, isPatch: isPatch, &reading)
            return reading.problems.count == before ? user : nil
        } write: {
            .object($0.profile)
        }
    }

    private mutating func read(_ sent: JSONObject, _ shape: ObjectShape, isPatch: Bool, _ reading: inout ShapeReading) {
        for member in shape.members where member.presence.isRequired && (sent[member.name] ?? .null) == .null {
            reading.refuse(.missing, "it is missing", at: member.name)
        }
        for member in sent.members {
            let (name, value) = (member.name, member.value)
            guard let member = shape.members.first(where: { $0.name == name }) else {
                reading.refuse(.unknownMember, "there is no such member", at: name)
                continue
            }
            guard member.presence.isSent else { continue }
            reading.within(name) { take(value, name, member.shape, isPatch: isPatch, &$0) }
        }
    }

    private mutating func take(_ value: JSONValue, _ name: String, _ shape: Shape, isPatch: Bool, _ reading: inout ShapeReading) {
        switch name {
        case "enabled": isEnabled = value == .null ? nil : Form<Bool>.flag.read(value, &reading)
        case "mfaEnabled": isMFAEnabled = value == .null ? nil : Form<Bool>.flag.read(value, &reading)
        case "population": population = value == .null ? nil : Form<UUID>.reference.read(value, &reading)
        case "password": password = value == .null ? nil : Self.passwordForm.read(value, &reading)
        default: take(value, [name], shape, isPatch: isPatch, &reading)
        }
    }

    private mutating func take(_ value: JSONValue, _ path: [String], _ shape: Shape, isPatch: Bool, _ reading: inout ShapeReading) {
        guard let place = FieldPath(names: path) else { return }
        switch shape {
        case .object(let object):
            guard value != .null else {
                for member in object.members where isPatch { profile[member.name, in: path] = .null }
                return
            }
            guard let members = value.object else { return reading.refuse(.invalid, "it is an object") }
            for member in members.members {
                let (name, value) = (member.name, member.value)
                reading.within(name) { reading in
                    guard let member = object.members.first(where: { $0.name == name }) else {
                        return reading.refuse(.unknownMember, "there is no such member")
                    }
                    take(value, path + [name], member.shape, isPatch: isPatch, &reading)
                }
            }
        case .text(let bounds):
            if value == .null {
                if isPatch { profile[place] = .null }
            } else if let text = Form<String>.text(bounds.length ?? 0...4096).read(value, &reading) {
                profile[place] = .string(text)
            }
        default: break
        }
    }
}

extension JSONObject {
    fileprivate subscript(name: String, in path: [String]) -> JSONValue? {
        get { FieldPath(names: path + [name]).flatMap { self[$0] } }
        set { if let place = FieldPath(names: path + [name]) { self[place] = newValue } }
    }
}
