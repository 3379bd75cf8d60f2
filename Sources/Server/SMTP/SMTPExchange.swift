internal import CCurl
internal import Primitives
internal import Messaging

/// One conversation with a mail server, on the calling thread.
struct SMTPExchange {
    /// The time that connecting and logging in may take, and the time that all of it may take, in seconds.
    private static let (connectTime, wholeTime) = (10, 30)

    private let server: MailServer
    private let from: MailAddress

    init(_ server: MailServer, from: MailAddress) {
        self.server = server
        self.from = from
    }

    /// Hands a message over, and waits until the server says that it has it.
    func send(_ message: MailMessage) throws(MessageError) {
        let curl = try handle()
        let content = Upload(message.encoded)
        try curl.set(CURLOPT_MAIL_FROM, "<\(from.text)>")
        try curl.set(CURLOPT_MAIL_RCPT, ["<\(message.to.text)>"])
        try curl.upload(content)
        try curl.perform(with: server.settings.host)
    }

    private func handle() throws(MessageError) -> CurlHandle {
        let (curl, settings) = (try CurlHandle(), server.settings)
        try curl.set(CURLOPT_URL, url)
        // A downgrade to no TLS ends the conversation.
        try curl.set(CURLOPT_USE_SSL, settings.security == .none ? Int(CURLUSESSL_NONE.rawValue) : Int(CURLUSESSL_ALL.rawValue))
        try curl.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if !settings.authorities.isEmpty { try curl.set(CURLOPT_CAINFO_BLOB, bytes: Array(settings.authorities.utf8)) }
        if let password = server.password {
            try curl.set(CURLOPT_USERNAME, settings.username)
            try curl.set(CURLOPT_PASSWORD, password.reveal())
        }
        try curl.set(CURLOPT_CONNECTTIMEOUT, Self.connectTime)
        try curl.set(CURLOPT_TIMEOUT, Self.wholeTime)
        return curl
    }

    /// The path is what the server is greeted with.
    private var url: String {
        let settings = server.settings
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        return "\(settings.security == .tls ? "smtps" : "smtp")://\(host):\(settings.effectivePort)/\(from.domain)"
    }
}
