/// A callback whose answer goes into other callbacks of its node, as those of metadata do.
package protocol NodeMember: AnyObject {
    /// Tells the callback what the node consists of, itself included.
    func join(_ callbacks: [Callback])
}
