/// Files in one place, and those that were kept in another before.
package struct FormerPlaceFileStore: SealedFileStore {
    private let place: any SealedFileStore
    private let former: any SealedFileStore

    /// - Parameters:
    ///   - place: gets all new files.
    ///   - former: has the files of before, which are read and removed.
    package init(_ place: any SealedFileStore, before former: any SealedFileStore) {
        self.place = place
        self.former = former
    }

    package func begin(_ name: String) async throws -> any SealedFileWriter { try await place.begin(name) }

    package func read(_ name: String, from offset: Int, count: Int) async throws -> [UInt8] {
        do { return try await place.read(name, from: offset, count: count) } catch {
            // The first place's failure is what matters, unless the other has the file.
            guard let bytes = try? await former.read(name, from: offset, count: count) else { throw error }
            return bytes
        }
    }

    package func remove(_ names: [String]) async {
        await place.remove(names)
        await former.remove(names)
    }

    package func names() async -> [String] { await Array(Set(place.names() + former.names())) }
}
