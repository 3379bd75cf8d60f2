import HTTPTypes
package import Hummingbird
import Primitives

extension Request {
    /// The number of cookies of one name that are looked at. Browsers send those with the longer paths first; a name has more than one or two only
    /// where another host of the domain has planted them.
    package static let mostCookies = 8

    /// The values of the cookies of a name, in the order in which they came and without empty ones, ``mostCookies`` at most.
    ///
    /// A name may come several times: with the paths and domains for which a browser keeps it, it sends none of what tells them apart (RFC 6265
    /// §5.4). Which one counts is decided by what it holds, by the code that can tell; there is no reader of "the" cookie of a name.
    package func cookieValues(_ name: String) -> [String] {
        var values: [String] = []
        for pair in RequestCookies.pairs(of: headers) where values.count < Self.mostCookies && pair.name == name && !pair.value.isEmpty {
            values.append(pair.value)
        }
        return values
    }
}
