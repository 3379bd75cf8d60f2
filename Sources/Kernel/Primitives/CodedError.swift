/// An error that is told apart by its code. Two are equal when their codes are equal, whatever else they tell.
public protocol CodedError: Error, Equatable {
    associatedtype Code: Equatable
    var code: Code { get }
}

extension CodedError {
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
