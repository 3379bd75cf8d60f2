import Foundations
import Primitives

extension Sealer {
    /// Seals a JSON value for a context.
    func seal(_ value: JSONValue, context: String) throws -> [UInt8] { try seal(Secret(bytes: value.encoded), context: context) }

    /// Opens a JSON value that was sealed for a context.
    func openJSON(_ sealed: [UInt8], context: String) throws -> JSONValue {
        try JSONValue(parsing: try open(sealed, context: context).withBytes { Array($0) }, limits: .own())
    }
}
