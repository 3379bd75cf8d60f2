public import Foundation
package import Primitives

/// Keeps the cookies that servers set, across starts of the app, and gives each request those that belong to it (RFC 6265,
/// reduced to what a client of its own servers needs).
public actor CookieJar {
    private static let key = StoreKey("cookies", "jar")
    /// The number of cookies that the jar keeps; the oldest goes first.
    private static let capacity = 200

    private let store: any SecureStore
    private let time: any TimeSource
    private var cookies: [Cookie]?

    /// A jar that keeps its cookies in `store`.
    public init(store: any SecureStore) { self.init(store: store, time: SystemTime()) }

    package init(store: any SecureStore, time: any TimeSource) {
        self.store = store
        self.time = time
    }

    /// The `Cookie` header for a request to `url` that already carries `existing`, whose names are left as they are; nil for
    /// none. Longer paths come first (RFC 6265 §5.4 step 2).
    /// - Throws: ``StoreError`` when the store can't be read.
    public func header(for url: URL, addingTo existing: String? = nil) async throws(StoreError) -> String? {
        let now = time.now
        let taken = Set((existing ?? "").split(separator: ";").map { $0.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces) })
        let fitting = try await load().filter { !$0.isExpired(at: now) && $0.matches(url) && !taken.contains($0.name) }
        let pairs = fitting.sorted { $0.path.count > $1.path.count }.map { "\($0.name)=\($0.value.reveal())" }
        let all = (existing.map { [$0] } ?? []) + pairs
        return all.isEmpty ? nil : all.joined(separator: "; ")
    }

    /// Takes in the `Set-Cookie` fields of an answer from `url`.
    /// - Throws: ``StoreError`` when the store can't be read or written.
    public func absorb(_ headers: HTTPHeaders, from url: URL) async throws(StoreError) {
        let now = time.now
        let received = headers.all("Set-Cookie").compactMap { Cookie(setCookie: $0, from: url, at: now) }
        guard !received.isEmpty else { return }
        var kept = try await load()
        for cookie in received {
            kept.removeAll { $0.isSame(as: cookie) }
            kept.append(cookie)
        }
        try await keep(kept.filter { !$0.isExpired(at: now) }.suffix(Self.capacity))
    }

    /// Forgets all cookies of a name, such as the session cookie after logout.
    /// - Throws: ``StoreError`` when the store can't be read or written.
    public func remove(_ name: String) async throws(StoreError) {
        let all = try await load()
        let kept = all.filter { $0.name != name }
        if kept.count != all.count { try await keep(kept) }
    }

    /// Forgets everything.
    /// - Throws: ``StoreError`` when the store can't be written.
    public func clear() async throws(StoreError) { try await keep([]) }

    private func load() async throws(StoreError) -> [Cookie] {
        if let cookies { return cookies }
        let stored = try await store.get(Self.key)
        let json = stored.flatMap { secret in secret.withBytes { try? JSONValue(parsing: $0) } }
        let read = json?.array?.compactMap(Cookie.init(json:)) ?? []
        // Another call may have read, and changed, the jar in the meantime.
        if let cookies { return cookies }
        cookies = read
        return read
    }

    private func keep(_ kept: some Sequence<Cookie>) async throws(StoreError) {
        let kept = Array(kept)
        cookies = kept
        if kept.isEmpty {
            try await store.delete(Self.key)
        } else {
            try await store.set(Secret(bytes: JSONValue.array(kept.map(\.json)).encoded), for: Self.key)
        }
    }
}
