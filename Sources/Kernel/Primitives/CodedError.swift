/// An error that is distinguished by its code. Two are equal when their codes are equal, whatever else they tell.
public protocol CodedError: Error, Equatable {
    /// The type of the code.
    associatedtype Code: Equatable
    /// The kind of error, which alone decides on equality.
    var code: Code { get }
}

extension CodedError {
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
