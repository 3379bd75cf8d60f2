-- What every script needs: form bodies, the little JSON reading that a load generator can afford, and counting.
succeeded, failed = 0, 0

function count(status, expected)
    if status == expected then succeeded = succeeded + 1 else failed = failed + 1 end
end

-- A member of a JSON object that is a text. The name is looked for as it stands: a pattern would be tried at each character.
function member(body, name)
    local _, last = body:find('"' .. name .. '":"', 1, true)
    return last and body:sub(last + 1, body:find('"', last + 1, true) - 1)
end

function lines(path)
    local all = {}
    for line in io.lines(path) do all[#all + 1] = line end
    return all
end

-- The request of a form whose last value is another each time; what stands before it is made once for each length.
function form(path, rest, name)
    local begun = {}
    return function(value)
        local before = begun[#value]
        if not before then
            local body = rest .. "&" .. name .. "=" .. value
            local whole = wrk.format("POST", path, { ["Content-Type"] = "application/x-www-form-urlencoded" }, body)
            before = whole:sub(1, -#value - 1)
            begun[#value] = before
        end
        return before .. value
    end
end

local ffi = require("ffi")
ffi.cdef("typedef struct { long seconds, nanoseconds; } moment; int clock_gettime(int clock, moment *now);")

-- Seconds by the monotonic clock.
function clock()
    local moment = ffi.new("moment")
    ffi.C.clock_gettime(1, moment)
    return tonumber(moment.seconds) + tonumber(moment.nanoseconds) / 1e9
end

local threads = {}
function setup(thread) threads[#threads + 1] = thread end

-- One line that the driver reads: successes, failures, seconds.
function done(summary)
    local good, bad, took = 0, 0, summary.duration / 1e6
    for _, thread in ipairs(threads) do
        good, bad = good + thread:get("succeeded"), bad + thread:get("failed")
        -- One that had only so much to do was over before its time.
        took = thread:get("took") or took
    end
    io.write(string.format("RESULT %d %d %f\n", good, bad, took))
end
