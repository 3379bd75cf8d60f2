package import HTTPTypes
import Primitives
package import ResourceMessages

extension HTTPRequest.Method {
    /// The name of an operation, such as `getUsersByUsername`: the method and the words of the path.
    ///
    /// - Parameter root: the word for an empty path.
    package func operationID(_ path: String, ofRoot root: String = "") -> String {
        let words = path.split(separator: "/").map { segment in
            segment.hasPrefix(":")
                ? "By" + segment.dropFirst().capitalisedWord : segment.split(separator: "-").map(\.capitalisedWord).joined()
        }
        return rawValue.lowercased() + (words.isEmpty ? root : words.joined())
    }

    /// The errors that an operation of an API for customers' servers may answer with.
    package var customerErrors: [HTTPResponse.Status] {
        let errors: [HTTPResponse.Status] = [.badRequest, .unauthorized, .forbidden, .notFound, .contentTooLarge]
        return errors + (self == .get ? [] : [.conflict]) + [.tooManyRequests, .serviceUnavailable]
    }
}

extension Shape {
    /// Whether a body of it has a member that must be there.
    package var isNeeded: Bool {
        guard case .object(let object) = self else { return true }
        return object.members.contains { $0.presence.isRequired }
    }
}

extension Substring {
    fileprivate var capitalisedWord: String { prefix(1).uppercased() + dropFirst() }
}
