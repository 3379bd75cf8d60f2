import Primitives
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif

/// The memory of running hashes: straight from the kernel, kept from one hash to the next, and returned when no hash waits.
///
/// `malloc` may keep tens of megabytes for each thread for good, and fetching 19 MiB again for each hash takes the kernel a good
/// part of the hash's own time. One for the process, since libargon2 tells its callbacks nothing but the size. It wipes
/// the memory before it gives it back.
package enum HashingMemory {
    private struct Block {
        let address: UInt
        let count: Int
    }

    private static let spare = Mutex<[Block]>([])

    /// Memory of `count` bytes; nil when the kernel has none.
    static func take(_ count: Int) -> UnsafeMutablePointer<UInt8>? {
        let count = wholePages(count)
        let kept = spare.withLock { blocks in
            blocks.firstIndex { $0.count == count }.map { blocks.remove(at: $0) }
        }
        return kept.flatMap { UnsafeMutablePointer(bitPattern: $0.address) } ?? map(count)
    }

    static func giveBack(_ memory: UnsafeMutablePointer<UInt8>?, _ count: Int) {
        spare.withLock { $0.append(Block(address: UInt(bitPattern: memory), count: wholePages(count))) }
    }

    /// Returns to the kernel what no running hash uses.
    package static func release() {
        let blocks = spare.withLock { blocks in
            defer { blocks = [] }
            return blocks
        }
        for block in blocks { munmap(UnsafeMutableRawPointer(bitPattern: block.address), block.count) }
    }

    private static func map(_ count: Int) -> UnsafeMutablePointer<UInt8>? {
        let pages = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let pages, pages != MAP_FAILED else { return nil }
        #if os(Linux)
        // Ten large pages instead of five thousand small ones. Only a wish.
        madvise(pages, count, MADV_HUGEPAGE)
        #endif
        return pages.assumingMemoryBound(to: UInt8.self)
    }

    /// A number of bytes rounded up to large pages of 2 MiB, as the rest of a last one would come in small ones.
    private static func wholePages(_ count: Int) -> Int { (count + 0x1F_FFFF) & ~0x1F_FFFF }
}
