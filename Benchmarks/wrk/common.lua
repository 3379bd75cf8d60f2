-- What every script needs: form bodies, the little JSON reading that a load generator can afford, and counting.
succeeded, failed = 0, 0

function count(status, expected)
    if status == expected then succeeded = succeeded + 1 else failed = failed + 1 end
end

function member(body, name)
    return body:match('"' .. name .. '":"([^"]*)"')
end

function lines(path)
    local all = {}
    for line in io.lines(path) do all[#all + 1] = line end
    return all
end

function form(path, body)
    return wrk.format("POST", path, { ["Content-Type"] = "application/x-www-form-urlencoded" }, body)
end

local threads = {}
function setup(thread) threads[#threads + 1] = thread end

-- One line that the driver reads: successes, failures, seconds.
function done(summary)
    local good, bad = 0, 0
    for _, thread in ipairs(threads) do
        good, bad = good + thread:get("succeeded"), bad + thread:get("failed")
    end
    io.write(string.format("RESULT %d %d %f\n", good, bad, summary.duration / 1e6))
end
