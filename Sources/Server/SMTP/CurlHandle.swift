internal import CCurl
internal import Primitives
internal import Messaging

/// A handle of libcurl, with what it points to.
final class CurlHandle {
    private static let longestMessage = Int(CURL_ERROR_SIZE)

    private let handle: UnsafeMutableRawPointer
    private let message: UnsafeMutablePointer<CChar>
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private var upload: Upload?

    init() throws(MessageError) {
        guard Self.isReady, let handle = curl_easy_init() else { throw MessageError(.unavailable, "libcurl can't be used") }
        self.handle = handle
        message = .allocate(capacity: Self.longestMessage)
        message.initialize(repeating: 0, count: Self.longestMessage)
        try check(curl_set_pointer(handle, CURLOPT_ERRORBUFFER, message))
        // Nothing of the process's is to be touched, and nothing of its environment to be followed.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_PROXY, "")
    }

    deinit {
        curl_easy_cleanup(handle)
        for list in lists { curl_slist_free_all(list) }
        message.deallocate()
    }

    /// Whether the library is set up, which is done once for the process.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    func set(_ option: CURLoption, _ value: String) throws(MessageError) { try check(curl_set_text(handle, option, value)) }

    func set(_ option: CURLoption, _ value: Int) throws(MessageError) { try check(curl_set_number(handle, option, value)) }

    func set(_ option: CURLoption, bytes: [UInt8]) throws(MessageError) {
        try check(bytes.withUnsafeBytes { curl_set_copied_blob(handle, option, $0.baseAddress, $0.count) })
    }

    /// A list of texts, which libcurl reads when it performs.
    func set(_ option: CURLoption, _ values: [String]) throws(MessageError) {
        var list: UnsafeMutablePointer<curl_slist>?
        for value in values { list = curl_slist_append(list, value) }
        guard let list else { throw MessageError(.unavailable, "libcurl has no memory") }
        lists.append(list)
        try check(curl_set_list(handle, option, list))
    }

    /// Bytes to be sent.
    func upload(_ upload: Upload) throws(MessageError) {
        self.upload = upload
        try set(CURLOPT_UPLOAD, 1)
        try check(curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(upload.count)))
        try check(curl_set_pointer(handle, CURLOPT_READDATA, Unmanaged.passUnretained(upload).toOpaque()))
        try check(
            curl_set_transfer(handle, CURLOPT_READFUNCTION) { buffer, size, count, context in
                guard let buffer, let context else { return 0 }
                return Unmanaged<Upload>.fromOpaque(context).takeUnretainedValue().read(into: buffer, atMost: size * count)
            })
    }

    /// Does what was set up.
    func perform(with host: String) throws(MessageError) {
        let result = curl_easy_perform(handle)
        guard result != CURLE_OK else { return }
        let said = String(cString: message)
        let reason = said.isEmpty ? String(cString: curl_easy_strerror(result)) : said
        throw MessageError(code(of: result), "\(host): \(reason.prefix(300))")
    }

    /// Tells which of a server's answers are worth another try later.
    private func code(of result: CURLcode) -> MessageError.Code {
        switch result {
        case CURLE_LOGIN_DENIED, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED: .refused
        default: (500..<600).contains(curl_last_response(handle)) ? .refused : .unavailable
        }
    }

    private func check(_ result: CURLcode) throws(MessageError) {
        guard result != CURLE_OK else { return }
        throw MessageError(.unavailable, "libcurl can't be set up: \(String(cString: curl_easy_strerror(result)))")
    }
}

/// Bytes on their way out.
final class Upload {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }

    /// Copies the next bytes; 0 at the end.
    func read(into buffer: UnsafeMutablePointer<CChar>, atMost limit: Int) -> Int {
        let count = min(limit, bytes.count - position)
        bytes.withUnsafeBytes { source in
            UnsafeMutableRawPointer(buffer).copyMemory(
                from: source.baseAddress.map { $0 + position } ?? UnsafeRawPointer(buffer), byteCount: count)
        }
        position += count
        return count
    }
}
