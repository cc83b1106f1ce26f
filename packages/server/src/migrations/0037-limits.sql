-- How often something was done lately, counted for all processes together. Unlogged, since each count is of use for an hour
-- at most: after a crash of the database counting begins anew.

create unlogged table limit_window (
  key text primary key,
  count integer not null,
  until timestamptz not null
) with (fillfactor = 70);
create index limit_window_until on limit_window (until);

-- Tries to sign in, counted for an account from a network, for an account, and for a network.
create unlogged table sign_in_tries (
  key text primary key,
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The audit has a line about the tries that this row refuses now.
  is_told boolean not null default false
) with (fillfactor = 70);
create index sign_in_tries_last_at on sign_in_tries (last_at);
