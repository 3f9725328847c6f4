-- Commits one revision of a game: all of it, or nothing.
--
-- KEYS[1]  string  snapshot: 6 bytes big-endian store time in ms, then the body
-- KEYS[2]  list    log: entry k is revision k, the same 6 bytes, then the body
-- KEYS[3]  hash    request records: 12-byte field -> 4 bytes big-endian
--                  revision, 4 bytes digest of the request's content
--
-- ARGV[1]  expected revision: the length of the log on which the caller built
-- ARGV[2]  request field, 12 raw bytes, or '' for a commit without a record
-- ARGV[3]  request digest, 4 raw bytes, or ''
-- ARGV[4]  snapshot body
-- ARGV[5]  entry body
-- ARGV[6]  lifetime of all three keys from now on, in ms
-- ARGV[7]  time of the commit in ms, or '' for the store's own clock
-- ARGV[8]  channel that is rung with the new revision
--
-- Returns  {'committed', revision, ms}
--          {'duplicate', revision, digest}  the request was committed before
--          {'conflict', revision}           the log has another length
--          {'gone'}                         the game expired since it was read
--
-- All or nothing rests on the order below. HGET and LLEN fail on a key of a
-- foreign type, SET fails on a bad lifetime and, as the first write, on a full
-- store; nothing after SET can fail. There is no shebang line on purpose: with
-- one, a full store would refuse the script before it can answer a duplicate.

local call = redis.call
local snapshot, log, requests = KEYS[1], KEYS[2], KEYS[3]
local expected, request = tonumber(ARGV[1]), ARGV[2]

if request ~= '' then
  local record = call('HGET', requests, request)
  if record then
    -- Written again, because WAIT covers only what this connection has
    -- written. Setting the same expiry is a write that a full store allows.
    local expires = call('PEXPIRETIME', requests)
    if expires > 0 then
      call('PEXPIREAT', requests, expires)
    else
      call('HSET', requests, request, record)
    end
    return {'duplicate', (struct.unpack('>I4', record)), string.sub(record, 5)}
  end
end

local revision = call('LLEN', log)
if revision ~= expected then
  if expected > 0 and (revision == 0 or call('EXISTS', snapshot) == 0) then
    return {'gone'}
  end
  return {'conflict', revision}
end

local ms = tonumber(ARGV[7])
if not ms then
  local now = call('TIME')
  ms = now[1] * 1000 + math.floor(now[2] / 1000)
end
-- The times of a log never go back, whatever a clock or a failover does.
local last = call('GETRANGE', snapshot, 0, 5)
if #last == 6 then
  ms = math.max(ms, (struct.unpack('>I6', last)))
end
local stamp, ttl = struct.pack('>I6', ms), ARGV[6]
revision = revision + 1

call('SET', snapshot, stamp .. ARGV[4], 'PX', ttl)
call('RPUSH', log, stamp .. ARGV[5])
call('PEXPIRE', log, ttl)
if request ~= '' then
  call('HSET', requests, request, struct.pack('>I4', revision) .. ARGV[3])
end
call('PEXPIRE', requests, ttl)
-- A ring that is refused (by an access list) must not undo what is written.
redis.pcall('PUBLISH', ARGV[8], revision)
return {'committed', revision, ms}
