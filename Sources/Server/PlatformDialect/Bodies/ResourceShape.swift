import Foundation
import HTTPBase
import Primitives
import ResourceMessages

extension Form {
    /// The form of a resource: what HAL puts around it is passed over when a client sends it back.
    static func resource(_ form: Form<Value>) -> Form<Value> {
        guard case .object(let object) = form.shape else { return form }
        let around = PlatformShape.around.filter { member in !object.members.contains { $0.name == member.name } }
        let shape = ObjectShape(name: object.name, members: around + object.members)
        return Form(.object(shape)) { json, reading in
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
