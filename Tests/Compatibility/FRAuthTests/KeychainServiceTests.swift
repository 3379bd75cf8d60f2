import DeviceFoundation
import FRCore
import Foundation
import Testing

extension Documentation {
    @Suite("An app's own items in the keychain")
    struct Keychain {
        private let store = InMemoryStore()

        private func service(_ options: KeychainOptions) -> KeychainService { KeychainService(options, in: StoredItems(store)) }

        @Test("texts, truth values and bytes are kept, replaced, listed and removed")
        func values() {
            let items = service(KeychainOptions(service: "bank"))
            #expect(items.set("first", key: "text") && items.set("second", key: "text") && !items.set(nil, key: "text"))
            #expect(items.set(true, key: "yes") && items.set(false, key: "no") && items.set(Data([0xFF]), key: "bytes"))
            #expect(items.getString("text") == "second" && items.getBool("yes") == true && items.getBool("no") == false)
            #expect(items.getData("bytes") == Data([0xFF]) && items.getString("bytes") == nil && items.getString("none") == nil)
            let all = items.allItems()
            #expect(all?.keys.sorted() == ["bytes", "no", "text", "yes"] && all?["text"] as? String == "second")
            #expect(all?["bytes"] as? Data == Data([0xFF]))
            #expect(items.delete("text") && items.delete("text") && items.getString("text") == nil)
            #expect(items.deleteAll() && items.allItems()?.isEmpty == true)
        }

        @Test("items of another service, access group or server are others'")
        func places() throws {
            let url = try #require(URL(string: "https://bank.example.com/"))
            let places = [
                KeychainOptions(service: "bank"), KeychainOptions(service: "shop"), KeychainOptions(service: "bank", accessGroup: "shared"),
                KeychainOptions(url: url),
            ].map(service)
            for (number, place) in places.enumerated() { #expect(place.set("\(number)", key: "text")) }
            for (number, place) in places.enumerated() { #expect(place.getString("text") == "\(number)") }
            #expect(places[0].deleteAll())
            for place in places.dropFirst() { #expect(place.getString("text") != nil) }
        }

        @Test("without a store each call is refused")
        func refused() {
            let items = KeychainService(KeychainOptions(service: "bank"), in: StoredItems(nil))
            #expect(!items.set("text", key: "text") && items.getString("text") == nil && items.allItems() == nil)
            #expect(!items.delete("text") && !items.deleteAll())
        }
    }
}
