#!lua flags=no-writes
-- Reads a game as it stands at one moment. Writes nothing.
--
-- KEYS[1]  string  snapshot: 6 bytes big-endian store time in ms, then the body
-- KEYS[2]  list    log: entry k is revision k, the same 6 bytes, then the body
-- KEYS[3]  hash    request records: 12-byte field -> 4 bytes big-endian
--                  revision, 4 bytes digest of the request's content
-- KEYS[4]  hash    presence, soft: seat -> store time in ms it was last seen;
--                  left out by who needs none
--
-- ARGV[1]  request field, 12 raw bytes, or '' for none
-- ARGV[2]  revision after which log entries are wanted, or '' for none
-- ARGV[3]  the most entries to return
--
-- Returns  {now in ms, revision, snapshot or nil, request record or nil,
--           {entry, ...}, {seat, ms, ...}}
--          A game that is not there has revision 0 and no snapshot.

local now = redis.call('TIME')
local record, entries, presence = false, {}, {}
if ARGV[1] ~= '' then
  record = redis.call('HGET', KEYS[3], ARGV[1])
end
if ARGV[2] ~= '' then
  local after = tonumber(ARGV[2])
  entries = redis.call('LRANGE', KEYS[2], after, after + tonumber(ARGV[3]) - 1)
end
if KEYS[4] then
  presence = redis.call('HGETALL', KEYS[4])
end
return {
  now[1] * 1000 + math.floor(now[2] / 1000),
  redis.call('LLEN', KEYS[2]),
  redis.call('GET', KEYS[1]),
  record,
  entries,
  presence,
}
