-- Notes that a seat is watched. A soft hint: losing it loses nothing.
--
-- KEYS[1]  hash  presence: seat -> store time in ms at which it was last seen
--
-- ARGV[1]  seat
-- ARGV[2]  lifetime of the hash from now on, in ms

local now = redis.call('TIME')
redis.call('HSET', KEYS[1], ARGV[1], now[1] * 1000 + math.floor(now[2] / 1000))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
