import Directory
import Foundation
import Primitives
import RiskScoring
import RiskSignals
import Store

extension RiskService {
    /// The signals of an event, as far as they can be read without the database.
    enum Presented: Sendable {
        case none
        /// Those of the session that the event names, by its digests for the issuers whose payloads are taken.
        case session([String])
        case payload(SignalEnvelope.Opened)
        case token(String, digest: [UInt8])
        case refused(RiskError.Code)
    }

    /// Opens the signals that came with an event.
    func opened(_ event: RiskEvent, origin: String, in realm: Realm) async throws -> Presented {
        switch event.signals {
        case .none:
            guard let session = event.session else { return .none }
            return .session(try await issuers(of: realm, origin: origin).map { SignalIdentity.digest(of: session, at: $0) })
        case .token(let token):
            guard let id = Self.instance(of: token) else { return .refused(.unknownInstance) }
            return .token(id, digest: Self.digest(token.reveal()))
        case .payload(let text):
            let openers = try await keys.keys(of: realm.id).openers(at: time.now, agreements: agreements)
            let issuers = try await issuers(of: realm, origin: origin)
            do {
                return .payload(try SignalEnvelope.open(text, with: openers, issuers: issuers, at: time.now))
            } catch { return .refused(error.code) }
        }
    }

    /// Takes signals, once; what can't be taken is named by its reason, and is no signal at all.
    static func take(
        _ presented: Presented, of event: RiskEvent, _ moment: RiskMoment, keeping lifetime: TimeInterval,
        in transaction: any WriteTransaction
    ) throws -> (signals: FactGathering.Signals, outcome: String) {
        do {
            guard let instance = try find(presented, moment, lifetime, in: transaction) else {
                return (FactGathering.Signals(device: event.device), event.device == nil ? "NONE" : "TAKEN")
            }
            var signals = FactGathering.Signals(device: instance.device, sums: instance.sums)
            if let digest = instance.user, let issuer = SignalsIssuer(description: instance.issuer) {
                let names = [event.user, event.username].compactMap(\.self)
                signals.isSameUser = names.contains { SignalIdentity.digest(of: $0, at: issuer) == digest }
            }
            return (signals, "TAKEN")
        } catch let error as RiskError {
            return (FactGathering.Signals(areRefused: true), error.code.rawValue.uppercased())
        }
    }

    private static func find(
        _ presented: Presented, _ moment: RiskMoment, _ lifetime: TimeInterval, in transaction: any WriteTransaction
    ) throws -> SignalInstance? {
        switch presented {
        case .none: return nil
        case .session(let digests):
            for digest in digests {
                if let found = try SignalInstance.find(session: digest, realm: moment.realm, in: transaction) { return found }
            }
            return nil
        case .token(let id, let digest):
            return try instance(id, showing: digest, realm: moment.realm, at: moment.now, in: transaction)
        case .payload(let opened):
            guard let known = try SignalInstance.find(opened.payload.instance, realm: moment.realm, in: transaction) else {
                throw unknownInstance
            }
            return try known.taking(opened, at: moment.now, lifetime: lifetime, in: transaction)
        case .refused(let code): throw RiskError(code, "the signals can't be read")
        }
    }
}
