import Crypto
import Foundation
import OAuthMessages
import Primitives
import Sessions
import Directory

/// Proves that a user's decision answers a question that this server asked: in this session, about this very request, a short while ago.
/// It is spent by the first decision.
struct ConsentTicket: Sendable, Equatable {
    /// The time for which a question can be answered, in seconds.
    static let lifetime: TimeInterval = 900
    private static let use = "consent"

    let asked: Date
    private let number: String
    /// Its MAC, by which it is spent.
    let id: String

    /// A ticket for a question that is asked now.
    init(asked: Date, about matter: Matter, keys: RealmKeys, random: any RandomSource) throws {
        self.asked = asked
        number = random.token(16)
        id = Base64URL.encode(try keys.mac(Self.use, over: Self.message(asked, number, matter), at: asked))
    }

    /// Reads a ticket; nil unless it was made here for this matter and is still young.
    init?(_ text: String, about matter: Matter, keys: RealmKeys, at now: Date) {
        guard text.utf8.count <= 256 else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { String(Substring($0)) }
        guard parts.count == 3, let milliseconds = Int64(parts[0]), "\(milliseconds)" == parts[0] else { return nil }
        let asked = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        guard asked <= now, now < asked.addingTimeInterval(Self.lifetime), let mac = Base64URL.decode(parts[2]),
            keys.isMAC(mac, Self.use, over: Self.message(asked, parts[1], matter), at: now)
        else { return nil }
        self.asked = asked
        number = parts[1]
        // Made again, so that another spelling of the same bytes is no other ticket.
        id = Base64URL.encode(mac)
    }

    var text: String { "\(Self.milliseconds(asked)).\(number).\(id)" }
    var expires: Date { asked.addingTimeInterval(Self.lifetime) }

    /// The session, the client and the request that a question is about.
    struct Matter: Sendable {
        fileprivate let text: String

        /// - Parameter request: the parameters as they came; those of a decision don't count.
        init(_ request: FormBody, of application: Application, in session: UserSession) {
            let digest = SHA256.hash(data: Array(request.withoutConsent.encoded.utf8))
            text = "\(application.realm.text) \(session.handle) \(Base64URL.encode(Array(digest))) \(application.id)"
        }
    }

    private static func milliseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1000).rounded(.down)) }

    private static func message(_ asked: Date, _ number: String, _ matter: Matter) -> [UInt8] {
        Array("\(milliseconds(asked)) \(number) \(matter.text)".utf8)
    }
}

extension FormBody {
    /// The parameters without those of a decision about consent.
    var withoutConsent: FormBody {
        let own = ConsentAnswer.parameters
        return FormBody(parameters.filter { parameter in !own.contains { $0 == parameter.name } }.map { ($0.name, $0.value) })
    }
}
