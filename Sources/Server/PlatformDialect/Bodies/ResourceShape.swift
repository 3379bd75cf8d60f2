import Foundation
import HTTPBase
import Primitives
import ResourceMessages

extension Form {
    /// The form of a resource: what HAL puts around it is passed over when a client sends it back.
    static func resource(_ form: Form<Value>) -> Form<Value> {
        let around: [ObjectShape.Member]
        switch form.shape {
        case .object(let object):
            around = PlatformShape.around.filter { member in !object.members.contains { $0.name == member.name } }
        case .variants: around = PlatformShape.around
        default: return form
        }
        return Form(form.shape.adding(around)) { json, reading in
            guard var members = json.object else { return form.read(json, &reading) }
            for member in around { members[member.name] = nil }
            return form.read(.object(members), &reading)
        } write: {
            form.write($0)
        } place: {
            form.place($0)
        }
    }
}

extension Shape {
    /// The same object with more members, which stand first; any other shape as it is.
    func adding(_ more: [ObjectShape.Member]) -> Shape {
        switch self {
        case .object(let object): .object(ObjectShape(name: object.name, members: more + object.members))
        case .variants(let variants): .variants(variants.adding(more))
        default: self
        }
    }
}

enum PlatformShape {
    /// The members that every resource has.
    static let around: [ObjectShape.Member] = [
        .init(name: "_links", shape: .open, presence: .readOnly), .init(name: "_embedded", shape: .open, presence: .readOnly),
        .init(name: "id", shape: .text(.init(length: 1...128)), presence: .readOnly),
        .init(name: "environment", shape: Form<String>.reference(to: .text(36...36, format: "uuid")).shape, presence: .readOnly),
    ]

    /// Describes a member that is only told, and has members of its own.
    static func told(_ name: String, _ members: [(String, Shape)]) -> Shape {
        .object(
            ObjectShape(
                name: name, members: around + members.map { ObjectShape.Member(name: $0.0, shape: $0.1, presence: .readOnly) }))
    }

    static let time = Form<Date>.time.shape
    static let text: Shape = .text(.init(length: 0...4096))
    static let reference = Form<UUID>.reference.shape
}
