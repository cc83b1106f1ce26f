-- What a controller was sent and had not answered when something else was asked for: when it runs that all the same, nobody
-- has changed anything on site, and what is wanted now is sent to it.

alter table container_config add column superseded jsonb not null default '[]';
