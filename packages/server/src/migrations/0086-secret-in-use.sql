-- When a controller first signed in with the present secret while the one before was still valid; null: it has not. A new
-- secret then leaves the one that the controller really has.
alter table container add column secret_used_at timestamptz;
