extension User {
    /// Bytes that stay the same as long as the user's password does, and differ from those of every other password that they had or will have;
    /// empty without a password.
    ///
    /// A thing that counts only until the password changes is bound to this and not to ``passwordHash``, which a login may make anew for the same
    /// password. It is the salt: each new password has a new one, and a hash that is made anew keeps it; an imported hash has
    /// one beside it (``StoredPassword``). One salt for two hashes of one password
    /// by different costs gives away no more than either of them: it is there to tell passwords of different users and times apart (RFC 9106 §3.1).
    package var passwordMark: [UInt8] {
        guard let passwordHash else { return [] }
        return (try? StoredPassword(parsing: passwordHash))?.mark ?? Array(passwordHash.utf8)
    }
}
