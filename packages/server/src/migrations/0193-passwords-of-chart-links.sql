-- A link to a chart may ask for a password.

-- argon2id; the password itself is shown once and kept nowhere.
alter table chart_link add column password_hash text;
