#!/bin/sh
# Runs once, when the database is made: the portal's role owns nothing (docs/operations.md).
set -e
psql --username postgres --set ON_ERROR_STOP=1 --set owner_password="$OWNER_PASSWORD" --set portal_password="$PORTAL_PASSWORD" <<'SQL'
create role offgrid_owner login password :'owner_password';
create role offgrid_portal login password :'portal_password';
create database offgrid owner offgrid_owner;
SQL
