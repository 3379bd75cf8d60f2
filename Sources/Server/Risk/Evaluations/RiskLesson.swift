import Foundation
import Primitives
import RiskScoring
import Store

/// The lesson of an event when it has succeeded: the place, the device, and the features of the sign-in.
struct RiskLesson: Sendable {
    var address: String
    var place: JSONValue?
    /// The device's key and attributes; nil when no signals came.
    var device: (key: [UInt8], attributes: JSONValue)?
    var features: [BehaviorCounts.Feature: String] = [:]

    init(address: String) { self.address = address }

    var json: JSONValue {
        var object: JSONObject = ["address": .string(address)]
        object["place"] = place
        object["deviceKey"] = device.map { .string(Base64URL.encode($0.key)) }
        object["device"] = device?.attributes
        object["features"] = .object(
            JSONObject(BehaviorCounts.Feature.allCases.compactMap { feature in features[feature].map { (feature.rawValue, .string($0)) } }))
        return .object(object)
    }

    init(stored json: JSONValue) throws {
        address = json["address"]?.string ?? ""
        place = json["place"]
        if let key = json["deviceKey"]?.string.flatMap({ Base64URL.decode($0) }), let attributes = json["device"] {
            device = (Array(key), attributes)
        }
        for feature in BehaviorCounts.Feature.allCases { features[feature] = json["features"]?[feature.rawValue]?.string }
    }

    /// Writes down what an evaluation's event teaches.
    static func learn(from evaluation: RecordedEvaluation, _ moment: RiskMoment, in transaction: any WriteTransaction) throws {
        let (lesson, subject) = (evaluation.lesson, evaluation.subject)
        try PastSuccesses(subject: subject).note(
            evaluation.id, at: evaluation.created, address: lesson.address, place: lesson.place, moment, in: transaction)
        if let device = lesson.device {
            try KnownDevices(subject: subject).note(
                device.attributes, key: device.key, at: evaluation.created, moment, in: transaction)
        }
        let day = Int(evaluation.created.timeIntervalSince1970) / 86_400
        for owner in [subject, nil] { try BehaviorHistory(of: owner).add(lesson.features, on: day, moment, in: transaction) }
    }
}
