package import Foundation
package import Store
import Messaging
import Primitives

extension Challenges: PushDocuments {
    package static func documents(
        _ ids: [String], for installation: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> [String: String] {
        let places = SQL.joined((3..<3 + ids.count).map(SQL.parameter), separator: ",")
        let rows = try transaction.rows(
            .joined([
                "SELECT id, document FROM challenges WHERE realm = ?1 AND installation = ?2 AND status IN ('pending', 'claimed') AND id IN (",
                places, ")",
            ]), values: [realm.sqlValue, installation.sqlValue] + ids.map(\.sqlValue))
        return try Dictionary(rows.map { (try $0.text("id"), try $0.text("document")) }, uniquingKeysWith: { first, _ in first })
    }
}
